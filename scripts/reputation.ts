import { messageOf } from '@gateway/domain/kernel/error'
import { runReputation } from './reputation/run-reputation.ts'

const DIFFERENT = 1
const COULD_NOT_RUN = 2

process.exitCode = await runReputation(process.argv.slice(2), console.log).then(
  (isSame) => (isSame ? 0 : DIFFERENT),
  (error: unknown) => {
    console.error(messageOf(error))
    return COULD_NOT_RUN
  },
)
