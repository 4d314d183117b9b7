import * as access from './access.ts';
import * as account from './account.ts';
import * as chat from './chat.ts';
import * as languages from './languages.ts';
import * as people from './people.ts';
import * as schedule from './schedule.ts';
import * as staticData from './static-data.ts';

/** Calls that a page may make before any user action; browsers load this list with the first page. The rest is in later-api.ts. */
export const firstApi = {
  getStaticData: staticData.getStaticData,

  beginAccessVerification: access.beginAccessVerification,
  completeAccessVerification: access.completeAccessVerification,
  reauthenticate: access.reauthenticate,
  endSession: access.endSession,
  listSessions: access.listSessions,
  endOtherSessions: access.endOtherSessions,

  createUser: account.createUser,
  getUser: account.getUser,
  getPreference: account.getPreference,
  setPreference: account.setPreference,

  getOwnProfile: people.getOwnProfile,
  getProfile: people.getProfile,
  searchUsers: people.searchUsers,

  createLanguage: languages.createLanguage,
  deleteLanguage: languages.deleteLanguage,
  listOwnLanguages: languages.listOwnLanguages,
  listLanguages: languages.listLanguages,

  createSlot: schedule.createSlot,
  deleteSlot: schedule.deleteSlot,
  listOwnSlots: schedule.listOwnSlots,
  listAppointments: schedule.listAppointments,
  listSlots: schedule.listSlots,
  bookSlot: schedule.bookSlot,
  cancelBooking: schedule.cancelBooking,

  listChats: chat.listChats,
  listMessages: chat.listMessages,
  markRead: chat.markRead,
  reportMessage: chat.reportMessage,
  getChatStat: chat.getChatStat,
  sendTextMessage: chat.sendTextMessage,
  sendVoiceMessage: chat.sendVoiceMessage,
} as const;
