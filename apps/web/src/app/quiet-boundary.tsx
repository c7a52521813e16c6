import { Component, type ReactNode } from "react";

/** Around a part that the page can do without: if it fails, for want of a connection say, the page stays. */
export class QuietBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
