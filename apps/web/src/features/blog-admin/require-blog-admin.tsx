import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { forgetBlogAdmin, isBlogAdmin } from "../../lib/blog-admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { Redirect } from "../../ui/redirect.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { blogAdminTexts as texts } from "./blog-admin.texts.ts";

type Check = "checking" | "allowed" | "refused";

function useBlogAdminCheck(): Check {
  const [check, setCheck] = useState<Check>("checking");
  useEffect(() => {
    let isHere = true;
    void isBlogAdmin().then((isValid) => {
      if (!isHere) return;
      if (!isValid) forgetBlogAdmin();
      setCheck(isValid ? "allowed" : "refused");
    });
    return () => {
      isHere = false;
    };
  }, []);
  return check;
}

const loginFor = (path: "/blog-admin/login" | "/admin/login", next: string): string =>
  `${path}?${new URLSearchParams({ next })}`;

/** C2.3: redirects to the login, or offers both logins where two roles have access. */
export function RequireBlogAdmin({
  children,
  offers = "redirect",
}: {
  children: ReactNode;
  offers?: "redirect" | "both";
}) {
  const check = useBlogAdminCheck();
  const { pathname, search } = useLocation();
  if (check === "allowed") return children;
  if (check === "refused" && offers === "both") {
    return (
      <NoticePage
        title={texts.bothTitle}
        action={
          <>
            <Button asChild variant="primary">
              <Link to={loginFor("/blog-admin/login", pathname)}>{texts.blogLogin}</Link>
            </Button>
            <Button asChild>
              <Link to={loginFor("/admin/login", pathname)}>{texts.deskLogin}</Link>
            </Button>
          </>
        }
      >
        {texts.bothBody}
      </NoticePage>
    );
  }
  const isPlain = pathname === "/research/create" && search === "";
  return (
    <div className="grid full-page place-items-center">
      <SpinnerWithText>{texts.verifying}</SpinnerWithText>
      {check === "refused" && (
        <Redirect to={isPlain ? "/blog-admin/login" : loginFor("/blog-admin/login", pathname + search)} />
      )}
    </div>
  );
}
