import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLastRun } from './last-run.ts'
import { slowestPage } from './slowest-page.ts'

// `npm run slowest [-- 'beside other work']`, after `npm test`: writes which files took longest in it.
writeFileSync(join(import.meta.dirname, '../docs/generated/slowest-tests.md'), slowestPage(readLastRun(), process.argv[2]))
