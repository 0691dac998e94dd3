import { findTests } from './sources.ts'
import { code, page, table } from './markdown.ts'

/** Where a process dies, and what that must not do; each row has a test whose title begins with its name. */
const rows: Readonly<Record<string, string>> = {
  S0a: 'api, before the commit of a creation',
  S0b: 'api, after the commit, before its answer',
  S1: 'api, after the commit, before the workflow starts',
  S2: 'scanner, with a block read and not written',
  S3: 'scanner, between a deposit and its events',
  S4: 'signer, when a payment is confirmed and not signed for',
  S5: 'signer, with a signature in memory only',
  S6: 'sender, with stored bytes that nobody has seen',
  S7: 'sender, when a node has the bytes and the record is missing',
  S8: 'a node, which loses its mempool',
  S9: 'scanner, with a payout mined and not posted',
  S10: 'nobody; a reorganisation takes a final payout back',
  S11: 'sender, with a replacement stored and not sent',
  S12: 'webhooks, when a receiver has answered and the record is missing',
  S15: 'signer, with what leaves counted and nothing stored',
  S16: 'the connection to Postgres, between signature and commit',
  S17: 'Temporal, whose store is deleted',
  S18: 'Postgres, which is put back to an earlier moment',
  S22: 'nobody; a second signer works while one sleeps',
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
    'Who dies (by SIGKILL, at a named moment), and the tests that show that nothing is lost by it. A test’s title begins with the name of its row.',
    table(
      ['row', 'dies', 'what a test shows', 'in'],
      Object.entries(rows).flatMap(([row, dies]) =>
        covered.filter(({ name }) => name === row).map(({ path, said }) => [row, dies, said.replaceAll(/\$[\w.]+/g, '…'), code(path)]),
      ),
    ),
  )
}
