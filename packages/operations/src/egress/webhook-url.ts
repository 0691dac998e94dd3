import { readWebUrl } from '@gateway/contract/wire/url'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { EgressRules } from '../kernel/context.ts'
import { readTarget, type TargetProblem } from './target.ts'

const messages = {
  malformed_url: 'must be an absolute https URL',
  not_https: 'must use https',
  userinfo: 'must not contain a user name or password',
  port: 'must use port 443 or a port from 1024 upwards',
  not_public: 'must name a public host',
} as const satisfies Record<TargetProblem, string>

/**
 * The form in which a webhook URL may be stored: https to a public host, unless the operator has allowed the target.
 *
 * The addresses of its host are checked at every delivery, because they may change at any time.
 *
 * @throws {InvalidField} on `webhook_url`.
 */
export function storableWebhookUrl(egress: EgressRules, url: string): string {
  const read = readWebUrl(url)
  if ('problem' in read) throw new InvalidField('webhook_url', read.problem)
  const target = readTarget(read.value, egress.allow)
  if ('problem' in target) throw new InvalidField('webhook_url', messages[target.problem])
  return read.value
}
