import { findTests } from './sources.ts'
import { code, page, table } from './markdown.ts'

/** The failure of a row, and the means by which its tests cause it. */
interface Row {
  readonly fails: string
  readonly by: string
}

const KILLED = 'SIGKILL at a failpoint'
const FROZEN = 'SIGSTOP at a failpoint'
const killed = (fails: string): Row => ({ fails, by: KILLED })

/** Each row has a test whose title starts with its name. */
const rows: Readonly<Record<string, Row>> = {
  S0a: killed('API, before the commit of a creation'),
  S0b: killed('API, after the commit, before its response'),
  S1: killed('API, after the commit, before the workflow starts'),
  S2: killed('scanner, with a block read and not recorded'),
  S3: killed('scanner, between a deposit and its events'),
  S4: killed('signer, with a payment confirmed and not signed'),
  S5: killed('signer, with a signature in memory only'),
  S6: killed('worker, with stored bytes not yet sent'),
  S7: killed('worker, after a node accepted the bytes, before recording it'),
  S8: {
    fails: 'a node, which loses its mempool',
    by: 'SIGKILL of bitcoind or anvil once its newest block is on disk, a clean end of bchd; restart on its files',
  },
  S9: killed('scanner, with a payout mined and not posted'),
  S10: { fails: 'no process; a reorg orphans a final payout', by: 'blocks invalidated on the node' },
  S11: killed('worker, with a fee bump stored and not sent'),
  S12: killed('webhooks, after a receiver answered, before recording it'),
  S13: killed('role processor, after the card processor answered, before recording it'),
  S15: killed('signer, with the velocity counted and no attempt stored'),
  S16: {
    fails: 'Postgres, between signature and commit of the signer',
    by: 'SIGSTOP of the signer at a failpoint, SIGKILL of Postgres, which restarts on its files; then SIGCONT',
  },
  S17: { fails: 'Temporal, whose store is deleted', by: 'SIGKILL of Temporal and the worker; Temporal starts with an empty store' },
  S18: {
    fails: 'Postgres, restored to an earlier moment',
    by: `SIGKILL of API, worker and signer before the restore; S18a and S18b: ${KILLED} between database and file`,
  },
  S19: killed('API, while a party releases an escrow'),
  S20: killed('series role, with the child of a series written and the series not moved on'),
  S21: { fails: 'role processor, within the call that refunds a part', by: 'SIGKILL while the processor stalls' },
  S22: { fails: 'no process; a second signer works while one is frozen', by: `${FROZEN}, SIGCONT once the second has done the work` },
  S23: killed('API, between a code or refresh token and its answer'),
  S24: killed('series role, with the document of an invoice written and not stored'),
  S25: killed('scanner, with a transfer of a refund written and not committed'),
}

/** A test title, in its own quotation marks or in the first cells of a row of `test.each`. */
const TITLE = /(?:^|[([\s])['`](?<name>S0[ab]|S\d+)[ab]?(?: \$[\w.]+)?(?:: (?<said>[^'`]+)['`]|['`], '(?<cell>[^'`]+)')/gm

/** The crash matrix: which test kills at which moment. @throws {Error} when a row has no test. */
export function crashMatrixDocument(): string {
  const covered = findTests('tests/**/*.ts').flatMap(({ path, text }) =>
    [...text.matchAll(TITLE)].map(({ groups }) => ({
      path,
      name: groups?.['name'] ?? '',
      said: groups?.['said'] ?? groups?.['cell'] ?? '',
    })),
  )
  const bare = Object.keys(rows).filter((row) => !covered.some(({ name }) => name === row))
  if (bare.length > 0) throw new Error(`The crash matrix has rows without a test: ${bare.join(', ')}`)
  return page(
    'Crash matrix',
    'This page lists every tested crash: the failing process, the means, and the test that proves that no money is lost. A failpoint is a named moment at which a process kills or freezes itself. A test’s title starts with the name of its row.',
    table(
      ['row', 'what fails', 'by', 'outcome', 'in'],
      Object.entries(rows).flatMap(([row, { fails, by }]) =>
        covered.filter(({ name }) => name === row).map(({ path, said }) => [row, fails, by, said.replaceAll(/\$[\w.]+/g, '…'), code(path)]),
      ),
    ),
  )
}
