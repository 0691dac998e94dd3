import type { NodeMood } from './node-proxy.ts'

/** The members of a call that asks for a block, and of its answer. */
interface Call {
  readonly id: number
  readonly params?: readonly unknown[]
}

/** A node of an EVM chain whose finalized block stands still where it was when the gateway first asked for it; everything else goes on. */
export function standingFinality(): NodeMood {
  let standing: unknown
  return (answer, question) => {
    const asked = JSON.parse(question) as Call | readonly Call[]
    const finalized = [asked].flat().find(({ params }) => params?.[0] === 'finalized')
    if (!finalized) return answer
    const told = [JSON.parse(answer) as { readonly id: number; readonly result?: unknown }].flat()
    standing ??= told.find(({ id }) => id === finalized.id)?.result
    return JSON.stringify(told.map((one) => (one.id === finalized.id ? { ...one, result: standing } : one)))
  }
}
