import { createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { parentPort } from 'node:worker_threads'
import { type Language, languages, roleOf, roleTheme, type Span } from './roles.ts'

/** A text to highlight. */
export interface Snippet {
  readonly code: string
  readonly language: Language
}

/** The colours of a thread's snippets, in their order. */
export interface Highlighted {
  readonly id: number
  readonly spans: readonly (readonly Span[])[]
}

const highlighter = createHighlighterCore({
  themes: [roleTheme],
  langs: [
    import('shiki/langs/shellscript.mjs'),
    import('shiki/langs/javascript.mjs'),
    import('shiki/langs/python.mjs'),
    import('shiki/langs/go.mjs'),
    import('shiki/langs/json.mjs'),
    import('shiki/langs/http.mjs'),
  ],
  engine: createJavaScriptRegexEngine(),
})

/** The colours of a text: spans that give the text when they are joined. */
export async function highlight({ code, language }: Snippet): Promise<Span[]> {
  if (language === 'text') return [[code, undefined]]
  const theme = roleTheme.name ?? ''
  // Without a limit of time: on a busy machine a line would lose its colours half a second after it was begun.
  const lines = (await highlighter).codeToTokensBase(code, { lang: languages[language], theme, tokenizeTimeLimit: 0 })
  const all = lines.flatMap((line, index) => [
    ...(index > 0 ? [['\n', undefined] as Span] : []),
    ...line.map(({ content, color }): Span => [content, content.trim() === '' ? undefined : roleOf(color)]),
  ])
  return all.reduce<Span[]>((joined, span) => join(joined, span), [])
}

/** Adjacent spans of one role become one. */
function join(spans: Span[], [text, role]: Span): Span[] {
  const last = spans.at(-1)
  if (last && last[1] === role) spans[spans.length - 1] = [last[0] + text, role]
  else spans.push([text, role])
  return spans
}

// The file is the program of a thread, too: the grammars take a second to compile, in which the API must answer payments.
parentPort?.on('message', async ({ id, snippets }: { id: number; snippets: readonly Snippet[] }) => {
  const answer: Highlighted = { id, spans: await Promise.all(snippets.map(highlight)) }
  parentPort?.postMessage(answer)
})
