const CODE = /`([^`]+)`/
const LINK = /\[([^\]]+)\]\([^)]*\)/g

/** A sentence of the runbook: commands and names as code. Pages that it links are named alone, because they are files of the repository. */
export const RunbookText = ({ text }: { readonly text: string }) =>
  text
    .replace(LINK, '$1')
    .split(CODE)
    .map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))
