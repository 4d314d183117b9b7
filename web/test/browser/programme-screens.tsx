import type { ResultOf } from '@parlance/contract/endpoint';
import type { getProgrammeOverview } from '@parlance/contract/programme-care';
import { Route, Routes } from 'react-router';
import MemberPages from '#programmes/member-pages';
import { programmeId } from './programme-samples';
import { render } from './render';

export const coordinatorAddress = `/programmes/${programmeId}/coordinate`;

/** The overview of a programme without students. */
export const emptyOverview: ResultOf<typeof getProgrammeOverview> = {
  students: 0,
  paired: 0,
  waiting: 0,
  pairs: 0,
  atRisk: 0,
  certificates: 0,
  minutes: [],
  languages: [],
};

/** Shows the screens of a programme, at a part such as `/join`. */
export function showProgramme(part = '') {
  return render(
    <main id="main" tabIndex={-1}>
      <Routes>
        <Route path="/programmes/*" element={<MemberPages />} />
      </Routes>
    </main>,
    { at: `/programmes/${programmeId}${part}` },
  );
}

/** The screens of its coordinator, at a part such as `/students`. */
export const showCoordinator = (part = '') => showProgramme(`/coordinate${part}`);
