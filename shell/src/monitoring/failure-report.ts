import { ownValue } from '@headwater/shared/contract';
import { ApiError } from '@headwater/shared/api';
import { readPage } from '../page.ts';
import { attemptOf, buildOf, loadFailureOf, type LoadFailureKind } from '../remotes/load-failure.ts';
import { redact } from './redact.ts';

/** What the page was doing. It is `start` until there is something to see. */
export type ReportPhase = 'start' | 'navigation' | 'preload' | 'render' | 'call' | 'uncaught';
export type ReportKind = LoadFailureKind | 'render' | 'api' | 'uncaught' | 'start';

/**
 * What delivery and the error-reporting service learn about a failure: which code, and nothing about the
 * user.
 */
export interface FailureReport {
  id: string;
  /** The page's signed ID, which delivery uses to count its failures once. */
  page: string;
  remote: string;
  version: string;
  owner: string;
  composition: string;
  rev: number;
  /** The shell's version, since every remote runs within it. */
  shell: string;
  kind: ReportKind;
  phase: ReportPhase;
  url?: string;
  httpStatus?: number;
  canary: boolean;
  override: boolean;
  /** The route without query and hash. */
  route: string;
  attempt: number;
  tabAgeMs: number;
  message: string;
}

const KINDS: Record<ReportPhase, ReportKind> = {
  start: 'start',
  navigation: 'render',
  preload: 'evaluation',
  render: 'render',
  call: 'api',
  uncaught: 'uncaught',
};

const LONGEST_MESSAGE = 200;

/** `path`: the path of the API, if a call to it failed. */
export function failureReport(error: unknown, phase: ReportPhase, path?: string): Omit<FailureReport, 'id'> {
  const { page, composition, rev, shell, override } = readPage();
  const failure = loadFailureOf(error);
  const url = failure ? new URL(failure.address, location.href).pathname : path && redact(`/api/${path}`);
  return {
    page,
    ...originOf(error),
    composition,
    rev,
    shell: shell.version,
    kind: failure?.kind ?? (error instanceof ApiError ? 'api' : KINDS[phase]),
    phase,
    url,
    httpStatus: failure?.httpStatus ?? (error instanceof ApiError ? error.status : undefined),
    override: override !== undefined,
    route: location.pathname,
    attempt: failure ? attemptOf(failure) : 1,
    tabAgeMs: Math.round(performance.now()),
    message: redact(error instanceof Error ? error.message : String(error)).slice(0, LONGEST_MESSAGE),
  };
}

/**
 * Returns which build an error belongs to: the build of the file that could not be loaded, or otherwise of
 * the first built file in its stack, or otherwise the shell, which is responsible for everything that can't
 * be attributed.
 */
function originOf(error: unknown) {
  const { shell, remotes } = readPage();
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const { remote, version } = loadFailureOf(error) ??
    buildOf(stack) ?? { remote: 'shell', version: shell.version };
  const record = remote === 'shell' ? { ...shell, owner: { team: 'platform' } } : ownValue(remotes, remote);
  return {
    remote,
    version,
    owner: record?.owner.team ?? '',
    canary: record?.canary === true && record.version === version,
  };
}
