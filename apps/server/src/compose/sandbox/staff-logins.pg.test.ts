import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

const printed: string[] = [];
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ overrides: { print: (line) => printed.push(line) } });
});
afterAll(() => product.close());

interface Login {
  readonly username: string;
  readonly password: string;
}

interface Accounts {
  readonly admin: Login;
  readonly blogAdmin: Login;
  readonly users: readonly { readonly email: string; readonly password: string }[];
}

const accountsOf = async (at: TestProduct): Promise<Accounts> => (await at.send("GET", "/sandbox/accounts")).json();
const enter = async (at: TestProduct, path: "/api/login" | "/api/blog-admin/login", login: Login) => {
  const { statusCode, json } = await at.send("POST", path, { body: login });
  return statusCode === 200 ? json().role : statusCode;
};

describe("the sandbox's back-office logins", () => {
  it("[C2.8] [C7.4] are `admin` and `blog` with generated passwords, and the operator's account logs in too", async () => {
    const { admin, blogAdmin, users } = await accountsOf(product);
    expect([admin.username, blogAdmin.username]).toEqual(["admin", "blog"]);
    expect(await enter(product, "/api/login", admin)).toBe("admin");
    expect(await enter(product, "/api/blog-admin/login", blogAdmin)).toBe("blog_admin");
    const operator = users.find(({ email }) => email.startsWith("operator@"));
    expect(operator?.password).toBe(admin.password);
    expect(await enter(product, "/api/login", { username: operator?.email ?? "", password: admin.password })).toBe(
      "admin",
    );
    expect(await enter(product, "/api/login", { username: "admin", password: "operator-password" })).toBe(401);
    expect(await enter(product, "/api/login", blogAdmin)).toBe(401);
    expect(await enter(product, "/api/login", { username: "someone", password: "x" })).toBe(400);
  });

  it("are printed at the first start only", async () => {
    const { admin, blogAdmin } = await accountsOf(product);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain(`admin / ${admin.password}`);
    expect(printed[0]).toContain(`blog / ${blogAdmin.password}`);
    expect(product.log.join("\n")).not.toContain(admin.password);
    const second: string[] = [];
    const again = await startTestProduct({ beside: product, overrides: { print: (line) => second.push(line) } });
    expect((await accountsOf(again)).admin).toEqual(admin);
    await again.stop();
    expect(second).toEqual([]);
  });

  it("[C7.4] use the configured passwords, and no others, from the next start on", async () => {
    const { admin: made } = await accountsOf(product);
    const env = { ADMIN_PASSWORD: "op-desk-pass-9", BLOG_ADMIN_PASSWORD: "editors-own-7" };
    const set = await startTestProduct({ beside: product, env });
    const { admin, blogAdmin } = await accountsOf(set);
    expect([admin.password, blogAdmin.password]).toEqual(["op-desk-pass-9", "editors-own-7"]);
    expect(await enter(set, "/api/login", admin)).toBe("admin");
    expect(await enter(set, "/api/blog-admin/login", blogAdmin)).toBe("blog_admin");
    expect(await enter(set, "/api/login", made)).toBe(401);
    await set.stop();
  });
});
