import type { PaymentSummary } from '@gateway/operations/payments/summary/read-payment-summary'

/** Prints what an operator reads first about a payment: two sentences, then the commands that apply now. */
export function printSummary({ sentences, commands }: PaymentSummary, { id, isWhole }: { id: string; isWhole: boolean }): void {
  for (const sentence of sentences) console.log(sentence)
  const lines = commands.map(({ words, effect }) => ({ line: `npm run operator -- ${words.join(' ')}`, effect }))
  const width = Math.max(0, ...lines.map(({ line }) => line.length))
  console.log(lines.length === 0 ? '\nNo command applies now.' : '\nCommands that apply now:')
  for (const { line, effect } of lines) console.log(`  ${line.padEnd(width)}  ${effect}`)
  if (!isWhole) console.log(`\nThe whole timeline: npm run operator -- show ${id} --all`)
}
