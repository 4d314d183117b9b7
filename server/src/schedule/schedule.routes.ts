import * as busy from '@parlance/contract/busy-calendars';
import * as calendar from '@parlance/contract/calendar';
import * as moveCalls from '@parlance/contract/moves';
import { listPastSessions as listPastCall } from '@parlance/contract/past-sessions';
import * as contract from '@parlance/contract/schedule';
import * as seriesCalls from '@parlance/contract/series';
import { bookAgain as bookAgainCall } from '@parlance/contract/trust';
import * as weeklyHours from '@parlance/contract/weekly-hours';
import { type Route, serve } from '#platform/serve';
import { bookAgain } from './again.ts';
import {
  addBusyCalendar,
  checkBusyCalendar,
  listBusyCalendars,
  removeBusyCalendar,
  setBusyCalendar,
} from './busy-calendars.ts';
import { listBusyTimes } from './busy-lists.ts';
import { createCalendarFeed, deleteCalendarFeed, getAppointmentIcs } from './calendar-feed.ts';
import { answerMove, proposeMove } from './move-proposals.ts';
import { moveBooking } from './moves.ts';
import { listPastSessions } from './past-sessions.ts';
import { bookSlot, cancelBooking, createSlot, deleteSlot } from './schedule.ts';
import { meetWeekly } from './series.ts';
import { endWeekly } from './series-end.ts';
import { listAppointments, listOwnSlots, listSlots } from './slot-lists.ts';
import { getWeeklyHours, setWeeklyHours } from './weekly-hours.ts';

export const scheduleRoutes: Route[] = [
  serve(weeklyHours.getWeeklyHours, (platform, { caller }) => getWeeklyHours(platform, caller)),
  serve(weeklyHours.setWeeklyHours, (platform, { caller, payload }) =>
    setWeeklyHours(platform, caller, payload),
  ),
  serve(contract.createSlot, (platform, { caller, payload }) => createSlot(platform, caller, payload)),
  serve(contract.deleteSlot, (platform, { caller, params }) => deleteSlot(platform, caller, params)),
  serve(contract.listOwnSlots, (platform, { caller, payload }) => listOwnSlots(platform, caller, payload)),
  serve(contract.listAppointments, (platform, { caller, payload }) =>
    listAppointments(platform, caller, payload),
  ),
  serve(contract.listSlots, (platform, { caller, params, payload }) =>
    listSlots(platform, caller, { ...params, ...payload }),
  ),
  serve(contract.bookSlot, (platform, { caller, params }) => bookSlot(platform, caller, params)),
  serve(contract.cancelBooking, (platform, { caller, params }) => cancelBooking(platform, caller, params)),
  serve(moveCalls.moveBooking, (platform, { caller, params, payload }) =>
    moveBooking(platform, caller, { ...params, ...payload }),
  ),
  serve(moveCalls.proposeMove, (platform, { caller, params, payload }) =>
    proposeMove(platform, caller, { ...params, ...payload }),
  ),
  serve(moveCalls.answerMove, (platform, { caller, params, payload }) =>
    answerMove(platform, caller, { ...params, ...payload }),
  ),
  serve(listPastCall, (platform, { caller, payload }) => listPastSessions(platform, caller, payload)),
  serve(bookAgainCall, (platform, { caller, params }) => bookAgain(platform, caller, params)),
  serve(seriesCalls.meetWeekly, (platform, { caller, params }) => meetWeekly(platform, caller, params)),
  serve(seriesCalls.endWeekly, (platform, { caller, params }) => endWeekly(platform, caller, params)),
  serve(calendar.getAppointmentIcs, (platform, { caller, params }) =>
    getAppointmentIcs(platform, caller, params),
  ),
  serve(calendar.createCalendarFeed, (platform, { caller }) => createCalendarFeed(platform, caller)),
  serve(calendar.deleteCalendarFeed, (platform, { caller }) => deleteCalendarFeed(platform, caller)),
  serve(busy.addBusyCalendar, (platform, { caller, payload }) => addBusyCalendar(platform, caller, payload)),
  serve(busy.listBusyCalendars, (platform, { caller }) => listBusyCalendars(platform, caller)),
  serve(busy.setBusyCalendar, (platform, { caller, params, payload }) =>
    setBusyCalendar(platform, caller, { ...params, ...payload }),
  ),
  serve(busy.checkBusyCalendar, (platform, { caller, params }) =>
    checkBusyCalendar(platform, caller, params),
  ),
  serve(busy.removeBusyCalendar, (platform, { caller, params }) =>
    removeBusyCalendar(platform, caller, params),
  ),
  serve(busy.listBusyTimes, (platform, { caller, payload }) => listBusyTimes(platform, caller, payload)),
];
