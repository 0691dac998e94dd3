import { messageOf } from '@gateway/domain/kernel/error'
import { runPay } from './pay/run-pay.ts'

try {
  await runPay(process.argv.slice(2), process.env, console.log)
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
