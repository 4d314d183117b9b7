import * as certificates from '@parlance/contract/certificates';
import * as care from '@parlance/contract/programme-care';
import * as places from '@parlance/contract/programme-place';
import * as rounds from '@parlance/contract/programme-rounds';
import * as students from '@parlance/contract/programme-students';
import { type Route, serve } from '#platform/serve';
import { keepAccount } from './account-ends.ts';
import { exportProgramme, mailStudents } from './announcements.ts';
import { deleteCertificate, getCertificate, issueCertificate, withdrawCertificate } from './certificates.ts';
import * as coordinators from './coordinators.ts';
import { tryProgramme } from './example.ts';
import { askForHelp } from './help.ts';
import { answerHours, declareHours } from './hours.ts';
import { inviteStudents, listProgrammeInvitations, revokeProgrammeInvitation } from './invites.ts';
import { joinProgramme, leaveProgramme, removeStudent } from './joining.ts';
import { endPair } from './pairs.ts';
import { publishRound } from './publishing.ts';
import { getRound, listRounds, startRound } from './rounds.ts';
import * as settings from './settings.ts';
import { getProgrammeOverview, listStudents } from './students.ts';
import { getProgramme, listProgrammes } from './view.ts';

/** Lists of students read the whole programme. */
const weight = 5;

export const programmesRoutes: Route[] = [
  serve(places.listProgrammes, (platform, { caller, payload }) => listProgrammes(platform, caller, payload)),
  serve(places.getProgramme, (platform, { caller, params, payload }) =>
    getProgramme(platform, caller, { ...params, ...payload }),
  ),
  serve(places.joinProgramme, (platform, { caller, params, payload }) =>
    joinProgramme(platform, caller, { ...params, ...payload }),
  ),
  serve(places.leaveProgramme, (platform, { caller, params }) =>
    leaveProgramme(platform, caller, params.programmeId),
  ),
  serve(places.keepAccount, (platform, { caller, params }) =>
    keepAccount(platform, caller, params.programmeId),
  ),
  serve(places.askForHelp, (platform, { caller, params, payload }) =>
    askForHelp(platform, caller, { ...params, ...payload }),
  ),
  serve(places.declareHours, (platform, { caller, params, payload }) =>
    declareHours(platform, caller, { ...params, ...payload }),
  ),
  serve(places.answerHours, (platform, { caller, params, payload }) =>
    answerHours(platform, caller, { ...params, ...payload }),
  ),
  serve(certificates.issueCertificate, (platform, { caller, params, payload }) =>
    issueCertificate(platform, caller, { ...params, ...payload }),
  ),
  serve(certificates.getCertificate, (platform, { params, ip }) => getCertificate(platform, params.code, ip)),
  serve(certificates.deleteCertificate, (platform, { caller, params }) =>
    deleteCertificate(platform, caller, params.code),
  ),
  serve(certificates.withdrawCertificate, (platform, { caller, params, payload }) =>
    withdrawCertificate(platform, caller, { ...params, ...payload }),
  ),
  serve(care.createProgramme, (platform, { caller, payload }) =>
    settings.createProgramme(platform, caller, payload),
  ),
  serve(care.listAllProgrammes, (platform, { payload }) => settings.listAllProgrammes(platform, payload)),
  serve(care.tryProgramme, (platform, { caller }) => tryProgramme(platform, caller)),
  serve(care.addCoordinator, (platform, { caller, params, payload }) =>
    coordinators.addCoordinator(platform, caller, { ...params, ...payload }),
  ),
  serve(care.removeCoordinator, (platform, { caller, params }) =>
    coordinators.removeCoordinator(platform, caller, params),
  ),
  serve(care.updateProgramme, (platform, { caller, params, payload }) =>
    settings.updateProgramme(platform, caller, { ...params, ...payload }),
  ),
  serve(care.setProgrammeState, (platform, { caller, params, payload }) =>
    settings.setProgrammeState(platform, caller, { ...params, ...payload }),
  ),
  serve(
    care.getProgrammeOverview,
    (platform, { caller, params }) => getProgrammeOverview(platform, caller, params.programmeId),
    { weight },
  ),
  serve(
    students.listStudents,
    (platform, { caller, params, payload }) => listStudents(platform, caller, { ...params, ...payload }),
    { weight },
  ),
  serve(students.removeStudent, (platform, { caller, params }) => removeStudent(platform, caller, params)),
  serve(students.endPair, (platform, { caller, params }) => endPair(platform, caller, params)),
  serve(students.inviteStudents, (platform, { caller, params, payload }) =>
    inviteStudents(platform, caller, { ...params, ...payload }),
  ),
  serve(students.listProgrammeInvitations, (platform, { caller, params }) =>
    listProgrammeInvitations(platform, caller, params.programmeId),
  ),
  serve(students.revokeProgrammeInvitation, (platform, { caller, params }) =>
    revokeProgrammeInvitation(platform, caller, params),
  ),
  serve(
    students.exportProgramme,
    (platform, { caller, params }) => exportProgramme(platform, caller, params.programmeId),
    { weight },
  ),
  serve(students.mailStudents, (platform, { caller, params, payload }) =>
    mailStudents(platform, caller, { ...params, ...payload }),
  ),
  serve(
    rounds.startRound,
    (platform, { caller, params, payload }) => startRound(platform, caller, { ...params, ...payload }),
    { weight },
  ),
  serve(
    rounds.getRound,
    (platform, { caller, params, payload }) => getRound(platform, caller, { ...params, ...payload }),
    { weight },
  ),
  serve(
    rounds.listRounds,
    (platform, { caller, params, payload }) => listRounds(platform, caller, { ...params, ...payload }),
    { weight },
  ),
  serve(rounds.publishRound, (platform, { caller, params }) => publishRound(platform, caller, params)),
];
