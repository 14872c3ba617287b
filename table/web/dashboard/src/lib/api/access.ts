// Who I am to the table: roles, PINs, sessions.
import { get, post } from "./client";
import type { components } from "./schema";

export type Me = components["schemas"]["MeView"];
export type Role = NonNullable<Me["role"]>;

export const access = {
  me: () => get<Me>("api/me"),
  signIn: (pin: string, label: string) => post<Me>("api/sessions", { pin, label }),
  signOut: () => post<Me>("api/me/sign-out", {}),
};
