import { createStore } from '@parlance/client/store';
import type { ComponentType } from 'react';

/** What of a call is on every screen. It is null until one begins, which brings the code of calls with it. */
export const ongoing = createStore<{ Presence: ComponentType | null }>({ Presence: null });
