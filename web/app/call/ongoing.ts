import { createStore } from '@parlance/client/store';
import type { ComponentType } from 'react';

/** Component of a call on every screen; null until the first call loads the code. */
export const ongoing = createStore<{ Presence: ComponentType | null }>({ Presence: null });
