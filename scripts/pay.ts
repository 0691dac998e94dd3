import { messageOf } from '@gateway/domain/kernel/error'
import { runPay } from './pay/run-pay.ts'

try {
  console.log(await runPay(process.argv.slice(2), process.env))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
