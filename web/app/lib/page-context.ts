import type { PageData } from '@parlance/contract/page-renderer';
import { createContext } from 'react-router';
import type { PageFacts } from './page-facts';

/** What the loaders and the entry of the server build know of the page that is being rendered. */
interface RenderedPage {
  data: PageData;
  /** Null on the development server. */
  facts: PageFacts | null;
  /** Takes any error of the render. */
  fail(error: unknown): void;
}

export const pageContext = createContext<RenderedPage>({
  data: {},
  facts: null,
  fail(error) {
    throw error;
  },
});
