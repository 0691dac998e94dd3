import { insertRules } from '@gateway/db/payments/rules-queries'
import type { PaymentRules, Ruled } from '@gateway/domain/payments/payment-rules'
import { textOfRules } from '@gateway/domain/payments/rules-canonical-text'
import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

/** Rules with the id that payments store. */
export interface StoredRules extends Ruled {
  readonly id: string
}

/** Stores the rules of this process before it creates payments under them. Storing them again changes nothing. */
export async function storeRules({ orm, clock }: Pick<Context, 'orm' | 'clock'>, rules: PaymentRules): Promise<StoredRules> {
  const content = textOfRules(rules)
  const id = idOf(content)
  await insertRules(orm.em.fork(), { id, content, storedAt: clock.now() })
  return { id, rules }
}

const ID_LENGTH = 16

/** The content hash that the table checks. */
const idOf = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, ID_LENGTH)
