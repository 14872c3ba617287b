// Who uses the page, and what the role may do; the server decides, this only leaves out what it refuses.
import { access, type Me, type Role } from "../api/access";
import { wordsOf } from "../api/client";

const ORDER: readonly Role[] = ["overlay", "viewer", "scorer", "referee", "admin"];

class MeStore {
  now: Me | null = $state.raw(null);
  problem: string | null = $state(null);

  get role(): Role | null {
    return this.now?.role ?? null;
  }

  may(role: Role): boolean {
    return this.role !== null && ORDER.indexOf(this.role) >= ORDER.indexOf(role);
  }

  async look(): Promise<void> {
    try {
      this.now = await access.me();
      this.problem = null;
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  async signIn(pin: string, label: string): Promise<void> {
    this.now = await access.signIn(pin, label);
  }

  async signOut(): Promise<void> {
    this.now = await access.signOut();
  }
}

export const me = new MeStore();
