// The open questions, fetched again when the table changes, and now and then for the automatic table.
import { questionsApi } from "../api/questions";
import type { Question } from "../api/types";
import { answerWords } from "../questions/words";
import { text } from "../strings";
import { Deed } from "./deed.svelte";
import { speech } from "./speech.svelte";
import { table } from "./table.svelte";

const NOW_AND_THEN_MS = 4000;

class QuestionsStore {
  open: readonly Question[] = $state.raw([]);
  readonly deed = new Deed();
  /** The question whose answer was given last. */
  private given: string | null = $state(null);

  /** Why the last answer to a question was refused. */
  problemOf(question: Question): string | null {
    return this.given === question.id ? this.deed.problem : null;
  }

  /** The same, where none of the questions that are shown is meant. */
  problemBeside(shown: readonly Question[]): string | null {
    return shown.some((one) => one.id === this.given) ? null : this.deed.problem;
  }

  async look(): Promise<void> {
    try {
      this.open = await questionsApi.open();
    } catch {
      // The live connection says by itself that nothing answers.
    }
  }

  /** Looks at once, and again while somebody looks on. */
  follow(): () => void {
    void this.look();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && table.status === "live") void this.look();
    }, NOW_AND_THEN_MS);
    return () => clearInterval(timer);
  }

  async answer(question: Question, choice: number | null): Promise<void> {
    if (!this.deed.busy) this.given = question.id;
    await this.deed.run(async () => {
      try {
        const done = await questionsApi.answer(question.id, choice, "");
        table.adopt(done);
      } finally {
        await this.look();
      }
      const label = choice === null ? text.questions.dismissed : question.choices?.[choice]?.label;
      const names = table.table?.players.map((player) => player.name);
      speech.say(text.questions.answeredAs(answerWords(label ?? "", names)));
    });
  }
}

export const questions = new QuestionsStore();
