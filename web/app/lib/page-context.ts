import type { PageData } from '@parlance/contract/page-renderer';
import { createContext } from 'react-router';
import type { PageFacts } from './page-facts';

/** Context of the page being rendered, for loaders and the server entry. */
interface RenderedPage {
  data: PageData;
  /** Null on the development server. */
  facts: PageFacts | null;
  /** Receives any render error. */
  fail(error: unknown): void;
}

export const pageContext = createContext<RenderedPage>({
  data: {},
  facts: null,
  fail(error) {
    throw error;
  },
});
