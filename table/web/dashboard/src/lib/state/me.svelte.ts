// Who uses the page, and what the role may do; the server decides, this only leaves out what it refuses.
import { access, type Me, type Role } from "../api/access";
import { whenUnknown, wordsOf } from "../api/client";

const AGAIN_MS = 2000;
const ORDER: readonly Role[] = ["overlay", "viewer", "scorer", "referee", "admin"];

class MeStore {
  now: Me | null = $state.raw(null);
  problem: string | null = $state(null);
  /** Whether a session ended while the page was open, other than by signing out. */
  ended = $state(false);

  constructor() {
    whenUnknown(() => {
      if (this.role !== null) void this.look();
    });
  }

  get role(): Role | null {
    return this.now?.role ?? null;
  }

  /** Whether the table is known to let nobody in without a PIN. */
  get closed(): boolean {
    return this.now !== null && this.role === null;
  }

  may(role: Role): boolean {
    return this.role !== null && ORDER.indexOf(this.role) >= ORDER.indexOf(role);
  }

  /** Looks who one is; until that is known once, again and again. */
  async look(): Promise<void> {
    try {
      const before = this.role;
      this.now = await access.me();
      if (this.role !== null) this.ended = false;
      else if (before !== null) this.ended = true;
      this.problem = null;
    } catch (error) {
      this.problem = wordsOf(error);
      if (this.now === null) setTimeout(() => void this.look(), AGAIN_MS);
    }
  }

  async signIn(pin: string, label: string): Promise<void> {
    this.now = await access.signIn(pin, label);
    this.ended = false;
  }

  async signOut(): Promise<void> {
    this.now = await access.signOut();
  }
}

export const me = new MeStore();
