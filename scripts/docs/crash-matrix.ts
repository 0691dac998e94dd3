import { findTests } from './sources.ts'
import { code, page, table } from './markdown.ts'

/** What fails in a row of the matrix, and by what means its tests bring that about. */
interface Row {
  readonly fails: string
  readonly by: string
}

const KILLED = 'SIGKILL at a failpoint'
const FROZEN = 'SIGSTOP at a failpoint'
const killed = (fails: string): Row => ({ fails, by: KILLED })

/** Each row has a test whose title begins with its name. */
const rows: Readonly<Record<string, Row>> = {
  S0a: killed('api, before the commit of a creation'),
  S0b: killed('api, after the commit, before its answer'),
  S1: killed('api, after the commit, before the workflow starts'),
  S2: killed('scanner, with a block read and not written'),
  S3: killed('scanner, between a deposit and its events'),
  S4: killed('signer, when a payment is confirmed and not signed for'),
  S5: killed('signer, with a signature in memory only'),
  S6: killed('sender, with stored bytes that nobody has seen'),
  S7: killed('sender, when a node has the bytes and the record is missing'),
  S8: {
    fails: 'a node, which loses its mempool',
    by: 'SIGKILL of bitcoind or anvil once its newest block is on disk; it starts again on its files',
  },
  S9: killed('scanner, with a payout mined and not posted'),
  S10: { fails: 'nobody; a reorganisation takes a final payout back', by: 'blocks that the node is told to give up' },
  S11: killed('sender, with a replacement stored and not sent'),
  S12: killed('webhooks, when a receiver has answered and the record is missing'),
  S15: killed('signer, with what leaves counted and nothing stored'),
  S16: {
    fails: 'Postgres, between signature and commit of the signer',
    by: 'SIGSTOP of the signer at a failpoint, SIGKILL of Postgres, which starts again on its files; then SIGCONT',
  },
  S17: { fails: 'Temporal, whose store is deleted', by: 'SIGKILL of Temporal and the worker; Temporal starts with an empty store' },
  S18: {
    fails: 'Postgres, which is put back to an earlier moment',
    by: `SIGKILL of api, worker and signer before the database is put back; S18a and S18b: ${KILLED} between database and file`,
  },
  S22: { fails: 'nobody; a second signer works while one sleeps', by: `${FROZEN}, SIGCONT once the second has done the work` },
}

/** A title of a test, in its own quotation marks or in the first cell of a row of `test.each`. */
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
    'What fails, by what means, and the tests that show that nothing is lost by it. A failpoint is a named moment at which a process does that to itself. A test’s title begins with the name of its row.',
    table(
      ['row', 'what fails', 'by', 'what a test shows', 'in'],
      Object.entries(rows).flatMap(([row, { fails, by }]) =>
        covered.filter(({ name }) => name === row).map(({ path, said }) => [row, fails, by, said.replaceAll(/\$[\w.]+/g, '…'), code(path)]),
      ),
    ),
  )
}
