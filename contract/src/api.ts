import {
  authenticate,
  beginAccessVerification,
  completeAccessVerification,
  endOtherSessions,
  endSession,
  listSessions,
  reauthenticate,
} from './access.ts';
import {
  connectGoogle,
  createUser,
  deleteUser,
  disconnectWayIn,
  exportUser,
  getPreference,
  getUser,
  restoreWaysIn,
  setPreference,
  updateEmail,
  updatePhone,
  updateProfileImage,
  updateUser,
} from './account.ts';
import {
  getChatStat,
  listChats,
  listMessages,
  markRead,
  reportMessage,
  sendTextMessage,
  sendVoiceMessage,
} from './chat.ts';
import { continueAsDemoUser } from './demo.ts';
import { createLanguage, deleteLanguage, listLanguages, listOwnLanguages } from './languages.ts';
import {
  banUser,
  dismissReport,
  getModeratedPerson,
  getReport,
  listAudit,
  listReports,
  unbanUser,
  warnReported,
} from './moderation.ts';
import { getSubscription, setSubscription } from './notify.ts';
import { blockUser, getOwnProfile, getProfile, searchUsers, unblockUser } from './people.ts';
import {
  bookSlot,
  cancelBooking,
  createCalendarFeed,
  createSlot,
  deleteCalendarFeed,
  deleteSlot,
  getAppointmentIcs,
  listAppointments,
  listOwnSlots,
  listSlots,
} from './schedule.ts';
import { getStaticData } from './static-data.ts';

/** Every call of the product by name. The client, the routes and the documentation are derived from it. */
export const api = {
  getStaticData,

  beginAccessVerification,
  completeAccessVerification,
  authenticate,
  reauthenticate,
  endSession,
  listSessions,
  endOtherSessions,
  continueAsDemoUser,

  createUser,
  getUser,
  deleteUser,
  updateUser,
  updateEmail,
  updatePhone,
  updateProfileImage,
  connectGoogle,
  disconnectWayIn,
  restoreWaysIn,
  getPreference,
  setPreference,
  exportUser,

  getOwnProfile,
  getProfile,
  searchUsers,
  blockUser,
  unblockUser,

  createLanguage,
  deleteLanguage,
  listOwnLanguages,
  listLanguages,

  createSlot,
  deleteSlot,
  listOwnSlots,
  listAppointments,
  listSlots,
  bookSlot,
  cancelBooking,
  getAppointmentIcs,
  createCalendarFeed,
  deleteCalendarFeed,

  listChats,
  listMessages,
  markRead,
  reportMessage,
  getChatStat,
  sendTextMessage,
  sendVoiceMessage,

  getSubscription,
  setSubscription,

  listReports,
  getReport,
  dismissReport,
  warnReported,
  getModeratedPerson,
  banUser,
  unbanUser,
  listAudit,
} as const;

/** The name of a call. */
export type CallName = keyof typeof api;
