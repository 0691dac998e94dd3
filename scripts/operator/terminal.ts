import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks an operator, on a terminal or through a pipe: each answer is a line. */
export interface Terminal {
  ask(question: string): Promise<string>
  /** The same, without showing the typed text. */
  askHidden(question: string): Promise<string>
  close(): void
}

/** Opens the terminal of this process. Questions go to stderr, so that the output is the command's alone. */
export function openTerminal({ input, output } = { input: process.stdin, output: process.stderr }): Terminal {
  let isHidden = false
  const echo = new Writable({ write: (chunk, _encoding, done) => (isHidden ? done() : void output.write(chunk, () => done())) })
  const lines = createInterface({ input, output: echo, terminal: input.isTTY })
  const answers = lines[Symbol.asyncIterator]()
  /** On a terminal by the line editor, which draws it again after a correction; a pipe may have closed it already. */
  const draw = (question: string): void => {
    if (!input.isTTY) return void output.write(question)
    lines.setPrompt(question)
    lines.prompt()
  }
  const next = async (question: string): Promise<string> => {
    const { value, done } = await answers.next()
    if (done) throw new Error(`the input ended before an answer to: ${question.trim()}`)
    return value
  }
  return {
    ask(question) {
      draw(question)
      return next(question)
    },
    async askHidden(question) {
      output.write(question)
      isHidden = true
      const answer = await next(question).finally(() => void (isHidden = false))
      if (input.isTTY) output.write('\n')
      return answer
    },
    close: () => lines.close(),
  }
}
