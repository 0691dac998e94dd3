import type { WebhooksOff } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Mail } from '../mail.ts'
import { asOwner, merchantMail, moment } from './merchant-words.ts'
import { exact, own, say, type Words } from '../words.ts'

/** The mail about webhooks that were switched off. */
export const webhooksOffMail = (facts: WebhooksOff, origin: string): Mail => {
  const { kind, to, business, host, since, switchedOffAt, waiting } = facts
  return merchantMail(origin, {
    subject: fitSubject(business.name, (name) => `${name}: webhooks are switched off${endings[kind]}`),
    preheader: say`Your shop no longer hears about payments. ${events(waiting)}; none is lost.`,
    title: say`Webhooks of ${business.name} are switched off`,
    blocks: [
      { kind: 'paragraph', words: reasons[kind] },
      {
        kind: 'facts',
        facts: [
          { name: 'Endpoint', value: say`${exact(host)}` },
          ...(kind === 'webhooks_failing' ? [{ name: 'Failing since', value: say`${moment(since)}` }] : []),
          { name: 'Last answer', value: lastAnswer(facts) },
          { name: 'Switched off', value: say`${moment(switchedOffAt)}` },
          { name: 'Waiting', value: say`${waiting} ${own(waiting === 1 ? 'event' : 'events')}` },
        ],
      },
      {
        kind: 'paragraph',
        words: say`When your server is well again, see how it answers with ${exact('POST /api/webhooks/test')}. Then switch webhooks on by setting the address, which may be the same: ${exact(`PATCH /api/businesses/${business.id}`)} with ${exact('"webhook_url"')}. Waiting events are sent then. The event feed keeps every event for 30 days: ${exact('GET /api/events')}.`,
      },
      { kind: 'button', label: 'Read about webhooks', url: `${origin}/docs/webhooks`, orOpen: 'Or open' },
    ],
    why: asOwner(to, business),
  })
}

const endings = { webhooks_failing: ' after 5 days of failures', webhooks_gone: '' } as const

const reasons: Readonly<Record<WebhooksOff['kind'], Words>> = {
  webhooks_failing: say`Your endpoint has not accepted a delivery for five days. Your shop no longer hears about payments. The payments themselves are still seen, confirmed and forwarded.`,
  webhooks_gone: say`Your endpoint answered that it is gone (410), so nothing more is sent to it. Your shop no longer hears about payments. The payments themselves are still seen, confirmed and forwarded.`,
}

const events = (count: number): string => (count === 1 ? '1 event waits' : `${count} events wait`)

const lastAnswer = ({ lastStatus, lastDurationMs }: WebhooksOff): Words =>
  say`${lastStatus === null ? 'none' : lastStatus}, after ${(lastDurationMs / 1_000).toFixed(1)} s`
