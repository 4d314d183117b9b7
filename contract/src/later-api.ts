import * as account from './account-care.ts';
import * as aids from './aids.ts';
import * as busy from './busy-calendars.ts';
import * as calendar from './calendar.ts';
import * as call from './call.ts';
import * as certificates from './certificates.ts';
import * as chat from './chat-changes.ts';
import * as contact from './contact.ts';
import * as cases from './contact-cases.ts';
import * as invitations from './invitations.ts';
import * as moderation from './moderation.ts';
import * as moves from './moves.ts';
import * as notify from './notify.ts';
import * as oidc from './oidc.ts';
import * as passkeys from './passkeys.ts';
import * as past from './past-sessions.ts';
import * as people from './people-lists.ts';
import * as phrases from './phrases.ts';
import * as programmeCare from './programme-care.ts';
import * as programmes from './programme-place.ts';
import * as rounds from './programme-rounds.ts';
import * as students from './programme-students.ts';
import * as progress from './progress.ts';
import * as push from './push.ts';
import * as series from './series.ts';
import * as signIn from './sign-in.ts';
import * as thanks from './thanks.ts';
import * as topics from './topics.ts';
import * as trust from './trust.ts';
import * as weeklyHours from './weekly-hours.ts';

/** Calls that only follow a user action: browsers load them on first use. */
export const laterApi = {
  authenticate: signIn.authenticate,
  beginOidc: oidc.beginOidc,
  completeOidc: oidc.completeOidc,
  connectOidc: oidc.connectOidc,
  getInvitation: invitations.getInvitation,
  beginPasskeySignIn: passkeys.beginPasskeySignIn,
  beginPasskey: passkeys.beginPasskey,
  addPasskey: passkeys.addPasskey,
  listPasskeys: passkeys.listPasskeys,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  listPhrases: phrases.listPhrases,
  createPhrase: phrases.createPhrase,
  updatePhrase: phrases.updatePhrase,
  deletePhrase: phrases.deletePhrase,
  reviewPhrases: phrases.reviewPhrases,
  exportPhrases: phrases.exportPhrases,
  importPhrases: phrases.importPhrases,
  getRhythm: progress.getRhythm,
  getProgress: progress.getProgress,
  getCallSummary: call.getCallSummary,
  reportSession: call.reportSession,
  updateUser: account.updateUser,
  getDeletionProof: account.getDeletionProof,
  deleteUser: account.deleteUser,
  updateEmail: account.updateEmail,
  updatePhone: account.updatePhone,
  updateProfileImage: account.updateProfileImage,
  connectGoogle: account.connectGoogle,
  exportUser: account.exportUser,
  disconnectWayIn: account.disconnectWayIn,
  restoreWaysIn: account.restoreWaysIn,
  blockUser: people.blockUser,
  unblockUser: people.unblockUser,
  saveUser: people.saveUser,
  unsaveUser: people.unsaveUser,
  listSavedUsers: people.listSavedUsers,
  listBlockedUsers: people.listBlockedUsers,
  getSubscription: notify.getSubscription,
  setSubscription: notify.setSubscription,
  getPush: push.getPush,
  addPushDevice: push.addPushDevice,
  removePushDevice: push.removePushDevice,
  tryPush: push.tryPush,
  getAppointmentIcs: calendar.getAppointmentIcs,
  createCalendarFeed: calendar.createCalendarFeed,
  deleteCalendarFeed: calendar.deleteCalendarFeed,
  addBusyCalendar: busy.addBusyCalendar,
  listBusyCalendars: busy.listBusyCalendars,
  setBusyCalendar: busy.setBusyCalendar,
  checkBusyCalendar: busy.checkBusyCalendar,
  removeBusyCalendar: busy.removeBusyCalendar,
  listBusyTimes: busy.listBusyTimes,
  answerOutcome: trust.answerOutcome,
  bookAgain: trust.bookAgain,
  meetWeekly: series.meetWeekly,
  endWeekly: series.endWeekly,
  getWeeklyHours: weeklyHours.getWeeklyHours,
  setWeeklyHours: weeklyHours.setWeeklyHours,
  moveBooking: moves.moveBooking,
  proposeMove: moves.proposeMove,
  answerMove: moves.answerMove,
  listPastSessions: past.listPastSessions,
  giveThanks: thanks.giveThanks,
  getSessionThanks: thanks.getSessionThanks,
  listThanks: thanks.listThanks,
  updateThanks: thanks.updateThanks,
  reportThanks: thanks.reportThanks,
  listTopics: topics.listTopics,
  translateMessage: aids.translateMessage,
  sendPictureMessage: chat.sendPictureMessage,
  updateMessage: chat.updateMessage,
  deleteMessage: chat.deleteMessage,
  listRequests: contact.listRequests,
  declineRequest: contact.declineRequest,
  refuseRequest: contact.refuseRequest,
  getStanding: contact.getStanding,
  appealStanding: contact.appealStanding,
  reportProfile: contact.reportProfile,
  listWarnings: contact.listWarnings,
  markWarningSeen: contact.markWarningSeen,

  listCases: cases.listCases,
  clearCase: cases.clearCase,
  restrictCase: cases.restrictCase,
  warnHeld: cases.warnHeld,
  listReports: moderation.listReports,
  getReport: moderation.getReport,
  dismissReport: moderation.dismissReport,
  warnReported: moderation.warnReported,
  removeReported: moderation.removeReported,
  getModeratedPerson: moderation.getModeratedPerson,
  banUser: moderation.banUser,
  unbanUser: moderation.unbanUser,
  listAudit: moderation.listAudit,

  listProgrammes: programmes.listProgrammes,
  getProgramme: programmes.getProgramme,
  joinProgramme: programmes.joinProgramme,
  leaveProgramme: programmes.leaveProgramme,
  keepAccount: programmes.keepAccount,
  askForHelp: programmes.askForHelp,
  declareHours: programmes.declareHours,
  answerHours: programmes.answerHours,
  issueCertificate: certificates.issueCertificate,
  getCertificate: certificates.getCertificate,
  deleteCertificate: certificates.deleteCertificate,
  withdrawCertificate: certificates.withdrawCertificate,
  createProgramme: programmeCare.createProgramme,
  listAllProgrammes: programmeCare.listAllProgrammes,
  tryProgramme: programmeCare.tryProgramme,
  addCoordinator: programmeCare.addCoordinator,
  removeCoordinator: programmeCare.removeCoordinator,
  updateProgramme: programmeCare.updateProgramme,
  setProgrammeState: programmeCare.setProgrammeState,
  getProgrammeOverview: programmeCare.getProgrammeOverview,
  listStudents: students.listStudents,
  removeStudent: students.removeStudent,
  endPair: students.endPair,
  inviteStudents: students.inviteStudents,
  listProgrammeInvitations: students.listProgrammeInvitations,
  revokeProgrammeInvitation: students.revokeProgrammeInvitation,
  exportProgramme: students.exportProgramme,
  mailStudents: students.mailStudents,
  startRound: rounds.startRound,
  getRound: rounds.getRound,
  listRounds: rounds.listRounds,
  publishRound: rounds.publishRound,
} as const;
