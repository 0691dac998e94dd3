import { readFileSync } from 'node:fs'
import { answerOnDemand } from './answer-on-demand.ts'
import type { Mailbox, SendingPlan } from './plan.ts'

// Sends without claiming, signing, checking or recording.
const [, , file = '', port] = process.argv
const { mailboxes, parallel }: SendingPlan = JSON.parse(readFileSync(file, 'utf8'))

answerOnDemand(Number(port), () => Promise.all(mailboxes.map(sendAll)))

async function sendAll({ url, bodies }: Mailbox): Promise<void> {
  const waiting = [...bodies]
  const lane = async (): Promise<void> => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane))
}
