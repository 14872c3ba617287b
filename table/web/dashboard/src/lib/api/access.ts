// Who I am to the table: roles, PINs, sessions.
import { del, get, post, put } from "./client";
import type { components } from "./schema";

export type Me = components["schemas"]["MeView"];
export type Role = NonNullable<Me["role"]>;

export type Pass = components["schemas"]["PassView"];
export type Token = components["schemas"]["TokenView"];
export type OverlaySettings = components["schemas"]["OverlayView"];

export const access = {
  setPin: (role: Role, pin: string | null) => put<Me>("api/access/pins", { role, pin }),
  makeToken: (role: Role, label: string, days: number) =>
    post<Token>("api/access/tokens", { role, label, days }),
  sessions: () => get<Pass[]>("api/sessions"),
  revoke: (id: string) => del<Pass[]>(`api/sessions/${id}`),
  overlay: () => get<OverlaySettings>("api/overlay/settings"),
  setOverlay: (settings: OverlaySettings) => put<OverlaySettings>("api/overlay/settings", settings),
  me: () => get<Me>("api/me"),
  signIn: (pin: string, label: string) => post<Me>("api/sessions", { pin, label }),
  signOut: () => post<Me>("api/me/sign-out", {}),
};
