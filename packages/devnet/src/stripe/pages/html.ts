/** Text as HTML shows it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

/** A page of the double; `body` is HTML already. */
export const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1a1f36; background: #f6f8fa }
main { max-width: 32rem; margin: 2rem auto; padding: 2rem; background: #fff; border-radius: 8px; box-shadow: 0 1px 4px #0003 }
h1 { font-size: 1.25rem; margin: 0 0 1rem }
label { display: block; font-weight: 600 }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; border: 1px solid #6b7280; border-radius: 4px }
button { font: inherit; padding: .5rem 1rem; margin: .5rem .5rem .5rem 0; border: 0; border-radius: 4px; background: #4338ca; color: #fff; cursor: pointer }
.alert { padding: .75rem; border-radius: 4px; background: #fde8e8; color: #7f1d1d }
.note { color: #4b5563; font-size: .875rem }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

const UNITS_OF_CURRENCY: Readonly<Record<string, number>> = { jpy: 1 }

/** An amount in the smallest unit, as a person reads it. */
export const showAmount = (units: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(units / (UNITS_OF_CURRENCY[currency] ?? 100))
