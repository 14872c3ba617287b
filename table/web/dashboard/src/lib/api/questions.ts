// Questions that only people can answer.
import { get, send } from "./client";
import type { Confirmed, Question } from "./types";

export type Answered = Confirmed & { question: Question };

export const questionsApi = {
  open: () => get<Question[]>("api/questions"),
  answered: () => get<Question[]>("api/questions/answered"),
  answer: (id: string, choice: number | null, by: string) =>
    send<Answered>("api/questions/answer", { id, choice, by }),
};
