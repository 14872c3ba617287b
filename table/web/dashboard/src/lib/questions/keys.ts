// Number keys answer the first question: 1 to 9 its answers, 0 none of them. They do so only where the
// focus is on it or on nothing; a key that does something everywhere is pressed by accident.
import type { Question } from "../api/types";
import { me } from "../state/me.svelte";
import { questions } from "../state/questions.svelte";

/** A question with more answers than there are keys has none. */
export const KEYED = 9;

export function answerKeys(event: KeyboardEvent, question: Question | undefined): void {
  if (question === undefined || !/^[0-9]$/.test(event.key) || !me.may("scorer")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const at = document.activeElement;
  const card = at?.closest<HTMLElement>("[data-question]");
  const free = at === null || at === document.body || at.id === "content";
  if (!free && card?.dataset.question !== String(question.id)) return;
  if (document.querySelector("dialog[open]") !== null) return;
  const choices = question.choices?.length ?? 0;
  const number = Number(event.key);
  if (number > (choices > KEYED ? 0 : choices)) return;
  event.preventDefault();
  void questions.answer(question, number === 0 ? null : number - 1);
}
