import type { InEveryLanguage } from './languages.ts'

/** What a customer reads who comes back from the page of the card processor. */
interface CardTexts {
  readonly thanks: string
  readonly thanksHelp: string
}

/** The texts of card payments by language. */
export const cardTexts: InEveryLanguage<CardTexts> = {
  en: { thanks: 'Thank you', thanksHelp: 'The shop is told as soon as your payment has arrived. You can close this page.' },
  de: { thanks: 'Danke', thanksHelp: 'Der Shop erfährt es, sobald Ihre Zahlung eingegangen ist. Sie können diese Seite schließen.' },
  es: { thanks: 'Gracias', thanksHelp: 'La tienda recibirá un aviso en cuanto llegue su pago. Puede cerrar esta página.' },
  fr: { thanks: 'Merci', thanksHelp: 'La boutique sera informée dès que votre paiement sera arrivé. Vous pouvez fermer cette page.' },
  it: { thanks: 'Grazie', thanksHelp: 'Il negozio verrà avvisato appena arriva il pagamento. Può chiudere questa pagina.' },
  'pt-BR': { thanks: 'Obrigado', thanksHelp: 'A loja será avisada assim que o pagamento chegar. Você pode fechar esta página.' },
  ja: { thanks: 'ありがとうございます', thanksHelp: 'お支払いが届き次第、ショップに通知されます。このページは閉じてかまいません。' },
  'zh-CN': { thanks: '谢谢', thanksHelp: '款项一到账，商店就会收到通知。您可以关闭此页面。' },
  hi: { thanks: 'धन्यवाद', thanksHelp: 'आपका भुगतान पहुँचते ही दुकान को सूचना मिल जाएगी। आप यह पेज बंद कर सकते हैं।' },
  ar: { thanks: 'شكرًا لك', thanksHelp: 'سيُبلَّغ المتجر فور وصول دفعتك. يمكنك إغلاق هذه الصفحة.' },
}
