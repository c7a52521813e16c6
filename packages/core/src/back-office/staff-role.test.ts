import { describe, expect, it } from "vitest";
import { isPersonRole, roleRefusal } from "./staff-role.ts";

const asha = { id: "asha", role: "admin" };
const rohan = { id: "rohan", role: "user" };

describe("a role change", () => {
  it("is decided by admins about others", () => {
    const adminIds = ["asha", "bina"];
    expect(roleRefusal({ person: rohan, role: "support", adminIds, deciderIds: ["asha"] })).toBeNull();
    expect(roleRefusal({ person: asha, role: "user", adminIds, deciderIds: ["bina"] })).toBeNull();
    expect(roleRefusal({ person: asha, role: "user", adminIds, deciderIds: ["asha"] })).toBe("own_role");
    expect(roleRefusal({ person: asha, role: "user", adminIds, deciderIds: ["bina", "asha"] })).toBe("own_role");
  });

  it("cannot be requested by a former admin", () => {
    expect(roleRefusal({ person: asha, role: "user", adminIds: ["asha"], deciderIds: ["bina"] })).toBe("decider_gone");
  });

  it("is void when the user has the role already", () => {
    expect(roleRefusal({ person: rohan, role: "user", adminIds: ["asha"], deciderIds: ["asha"] })).toBe("same_role");
  });

  it("never removes the last admin, for any request", () => {
    const request = { person: asha, role: "support", adminIds: ["asha"], deciderIds: [] } as const;
    expect(roleRefusal(request)).toBe("last_admin");
    expect(roleRefusal({ ...request, adminIds: ["asha", "bina"] })).toBeNull();
  });

  it("sets one of four roles", () => {
    expect(["user", "support", "blog_admin", "admin", "owner", ""].filter(isPersonRole)).toEqual([
      "user",
      "support",
      "blog_admin",
      "admin",
    ]);
  });
});
