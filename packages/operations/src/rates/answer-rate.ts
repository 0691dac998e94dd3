import type { RateQuestion } from '@gateway/contract/rates'
import type { RateAnswer } from '@gateway/domain/rates/shown-rate'
import { convertAmount } from './convert-amount.ts'
import { getRate, type RatesContext } from './get-rate.ts'
import { listRates } from './list-rates.ts'

/** Answers a rate query in its form. @throws the errors of that form's operation. */
export async function answerRate(ctx: RatesContext, question: RateQuestion): Promise<RateAnswer> {
  if (question.form === 'list') return { form: 'list', list: await listRates(ctx, question) }
  if (question.form === 'conversion') return { form: 'conversion', converted: await convertAmount(ctx, question) }
  return { form: 'single', rate: await getRate(ctx, question) }
}
