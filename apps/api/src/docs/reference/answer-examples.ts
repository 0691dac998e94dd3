import { html, type Markup } from '@gateway/pages/html'
import type { Ink } from '../ink/inked.ts'
import { codeBlock, type Pane } from '../parts/code-block.ts'
import { errorsOf } from './answers.ts'
import { at } from './json.ts'
import type { Operation } from './operations.ts'
import { literal, notations } from '../samples/literal.ts'

/** An answer with more lines is folded. */
const MAX_LINES = 24

/** The success of an operation, in each of its forms, and one error of each class that is its own. */
export function answerExamples(operation: Operation, ink: Ink): Markup {
  const panes = [...successPanes(operation), ...errorPanes(operation)]
  return panes.length === 0 ? html`` : folded(`Answers: ${operation.summary}`, panes, ink)
}

/** A block of code; a long one stands behind a line that says how long it is. */
export function folded(name: string, panes: readonly Pane[], ink: Ink): Markup {
  const lines = panes[0]?.code.split('\n').length ?? 0
  const block = codeBlock(name, panes, ink)
  if (lines <= MAX_LINES) return block
  const labels = panes.map(({ label }) => label).join(', ')
  return html`<details class="fold">
    <summary>Example: ${labels}<small>${lines} lines</small></summary>
    ${block}
  </details>`
}

function successPanes({ answer }: Operation): Pane[] {
  if (answer.type === 'text/event-stream') return [{ label: answer.status, language: 'text', code: String(answer.examples[0]).trim() }]
  if (answer.type !== 'application/json') return []
  const isOne = answer.examples.length === 1
  return answer.examples.map((example, at) => ({
    label: isOne ? answer.status : `${answer.status} (${at + 1})`,
    language: 'json',
    code: jsonText(example),
  }))
}

/** The first own error below 500, and the first from 500 on. */
function errorPanes(operation: Operation): Pane[] {
  const { own } = errorsOf(operation)
  const shown = [own.find(({ status }) => status < '500'), own.find(({ status }) => status >= '500')].filter((one) => one !== undefined)
  return shown.map(({ status, codes }) => {
    const code = codes.find((one) => one !== 'VALIDATION_ERROR') ?? codes[0] ?? ''
    const example = at(operation.responses, status, 'content', 'application/json', 'examples', code)['value']
    return { label: status, language: 'json', code: jsonText(example) }
  })
}

const jsonText = (value: unknown): string => literal(value, notations.json)
