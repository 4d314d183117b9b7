import { QueryClient } from '@tanstack/react-query';

/** One cache for the whole page, also for the parts of the shell that load later. */
export const queryClient = new QueryClient();
