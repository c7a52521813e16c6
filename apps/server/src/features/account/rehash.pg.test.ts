import { afterAll, beforeAll, expect, it } from "vitest";
import { isOutdatedHash } from "../../platform/crypto/password-hasher.ts";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

it("[A7.3] the next login replaces a cheaper password hash, and the password still opens the account", async () => {
  const user = await product.makeUser();
  const hashOf = async () =>
    (await product.query<{ hash: string }>("SELECT password_hash AS hash FROM users WHERE id = $1", [user.id]))[0]
      ?.hash ?? "";
  expect(isOutdatedHash(await hashOf())).toBe(true);
  await product.signIn(user);
  const renewed = await hashOf();
  expect(isOutdatedHash(renewed)).toBe(false);
  await product.signIn(user);
  expect(await hashOf()).toBe(renewed);
});
