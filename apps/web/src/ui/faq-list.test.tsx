import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { FaqList } from "./faq-list.tsx";

afterEach(cleanup);

const entries = ["First?", "Second?", "Third?"].map((question) => ({ question, answer: `Answer to ${question}` }));
const openOnes = () => [...document.querySelectorAll("details[open] summary")].map(({ textContent }) => textContent);
const press = (question: string) => fireEvent.click(screen.getByText(question));

it("begins closed and keeps one question open at a time", async () => {
  render(<FaqList entries={entries} />);
  expect(openOnes()).toEqual([]);
  press("First?");
  await waitFor(() => expect(openOnes()).toEqual(["First?"]));
  press("Third?");
  await waitFor(() => expect(openOnes()).toEqual(["Third?"]));
  press("Third?");
  await waitFor(() => expect(openOnes()).toEqual([]));
});

it("leaves another list on the page alone", async () => {
  render(
    <>
      <FaqList entries={entries} />
      <FaqList entries={[{ question: "Elsewhere?", answer: "Here." }]} />
    </>,
  );
  press("First?");
  press("Elsewhere?");
  await waitFor(() => expect(openOnes()).toEqual(["First?", "Elsewhere?"]));
});
