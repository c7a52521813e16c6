import { cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CodeField } from "./code-field.tsx";

afterEach(cleanup);

function open(props: { sendsItself?: boolean } = {}) {
  const sent: string[] = [];
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(field().value);
      }}
    >
      <CodeField label="Code" {...props} />
    </form>,
  );
  return sent;
}
const field = () => screen.getByLabelText<HTMLInputElement>("Code");
const type = (value: string) => fireEvent.input(field(), { target: { value } });
function paste(text: string) {
  const event = createEvent.paste(field(), { clipboardData: { getData: () => text } });
  fireEvent(field(), event);
  return event;
}

describe("the field for six digits", () => {
  it.each([
    ["123 456", "123456"],
    ["Your Vriddhi code is 123456. It is valid for 10 minutes.", "123456"],
    ["12:05 123-456", "123456"],
  ])("extracts the code from a pasted %j, whatever was there before", (text, code) => {
    const sent = open();
    type("98");
    expect(paste(text).defaultPrevented).toBe(true);
    expect(field().value).toBe(code);
    expect(sent).toEqual([code]);
  });

  it("leaves a paste without a code to the browser", () => {
    open();
    expect(paste("1234").defaultPrevented).toBe(false);
  });

  it("keeps digits only and sends the form at the sixth, once", () => {
    const sent = open();
    type("12a45");
    expect(field().value).toBe("1245");
    type("124567");
    type("1245678");
    expect(field().value).toBe("124567");
    expect(sent).toEqual(["124567"]);
    type("12456");
    type("124568");
    expect(sent).toEqual(["124567", "124568"]);
  });

  it("does not send a form in which other fields follow", () => {
    const sent = open({ sendsItself: false });
    type("123456");
    expect(sent).toEqual([]);
  });

  it("offers a full code to be replaced when it gets the focus", () => {
    open();
    type("123456");
    const select = vi.spyOn(field(), "select");
    fireEvent.focus(field());
    expect(select).toHaveBeenCalledOnce();
  });

  it("requests the numeric keyboard and the phone's code", () => {
    open();
    expect(field().getAttribute("autocomplete")).toBe("one-time-code");
    expect(field().getAttribute("inputmode")).toBe("numeric");
  });
});
