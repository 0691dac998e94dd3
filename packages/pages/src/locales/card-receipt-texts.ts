import { say, type Words } from '../emails/words.ts'
import type { InEveryLanguage } from './languages.ts'

/** What a receipt may name. */
interface ReceiptNames {
  readonly merchant: string
  /** Exact amount with its currency, such as `€25.00`. */
  readonly amount: string
  /** The recipient. */
  readonly to: string
}

/** The texts of one kind of receipt. */
interface NewsTexts {
  /** At most 60 characters around the merchant's name. */
  readonly subject: (names: Pick<ReceiptNames, 'merchant' | 'amount'>) => string
  readonly title: (names: ReceiptNames) => Words
  readonly help: (names: ReceiptNames) => Words
}

/** The texts of receipts of card payments in one language. */
interface ReceiptTexts {
  readonly card_receipt: NewsTexts
  readonly card_refunded: NewsTexts
  readonly amount: string
  readonly date: string
  readonly reference: string
  readonly why: (names: ReceiptNames) => Words
}

/** The texts of receipts of card payments, by language. */
export const cardReceiptTexts: InEveryLanguage<ReceiptTexts> = {
  en: {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant}: receipt for ${amount}`,
      title: ({ merchant, amount }) => say`You paid ${amount} to ${merchant}`,
      help: ({ merchant }) => say`Your card was charged for your payment to ${merchant}.`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant}: ${amount} refunded to your card`,
      title: ({ merchant, amount }) => say`${merchant} refunds ${amount} to you`,
      help: () => say`The money goes back to the card that you paid with, within about ten days.`,
    },
    amount: 'Amount',
    date: 'Date',
    reference: 'Reference',
    why: ({ merchant, to }) => say`You get this because ${to} was named for a card payment to ${merchant}.`,
  },
  de: {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant}: Beleg über ${amount}`,
      title: ({ merchant, amount }) => say`Sie haben ${amount} an ${merchant} gezahlt`,
      help: ({ merchant }) => say`Ihre Karte wurde für Ihre Zahlung an ${merchant} belastet.`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant}: ${amount} auf Ihre Karte erstattet`,
      title: ({ merchant, amount }) => say`${merchant} erstattet Ihnen ${amount}`,
      help: () => say`Das Geld geht innerhalb von etwa zehn Tagen auf die Karte zurück, mit der Sie gezahlt haben.`,
    },
    amount: 'Betrag',
    date: 'Datum',
    reference: 'Referenz',
    why: ({ merchant, to }) => say`Sie erhalten diese E-Mail, weil ${to} für eine Kartenzahlung an ${merchant} angegeben wurde.`,
  },
  es: {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant}: recibo de ${amount}`,
      title: ({ merchant, amount }) => say`Ha pagado ${amount} a ${merchant}`,
      help: ({ merchant }) => say`Su pago a ${merchant} se ha cargado en su tarjeta.`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant}: ${amount} devueltos a su tarjeta`,
      title: ({ merchant, amount }) => say`${merchant} le devuelve ${amount}`,
      help: () => say`El dinero vuelve a la tarjeta con la que pagó en unos diez días.`,
    },
    amount: 'Importe',
    date: 'Fecha',
    reference: 'Referencia',
    why: ({ merchant, to }) => say`Recibe este correo porque se indicó ${to} para un pago con tarjeta a ${merchant}.`,
  },
  fr: {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant} : reçu de ${amount}`,
      title: ({ merchant, amount }) => say`Vous avez payé ${amount} à ${merchant}`,
      help: ({ merchant }) => say`Votre paiement à ${merchant} a été débité de votre carte.`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant} : ${amount} remboursés sur votre carte`,
      title: ({ merchant, amount }) => say`${merchant} vous rembourse ${amount}`,
      help: () => say`L’argent revient sur la carte avec laquelle vous avez payé, sous une dizaine de jours.`,
    },
    amount: 'Montant',
    date: 'Date',
    reference: 'Référence',
    why: ({ merchant, to }) => say`Vous recevez cet e-mail car ${to} a été indiqué pour un paiement par carte à ${merchant}.`,
  },
  it: {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant}: ricevuta di ${amount}`,
      title: ({ merchant, amount }) => say`Ha pagato ${amount} a ${merchant}`,
      help: ({ merchant }) => say`Il pagamento a ${merchant} è stato addebitato sulla sua carta.`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant}: ${amount} rimborsati sulla sua carta`,
      title: ({ merchant, amount }) => say`${merchant} le rimborsa ${amount}`,
      help: () => say`Il denaro torna sulla carta con cui ha pagato entro circa dieci giorni.`,
    },
    amount: 'Importo',
    date: 'Data',
    reference: 'Riferimento',
    why: ({ merchant, to }) => say`Riceve questa e-mail perché ${to} è stato indicato per un pagamento con carta a ${merchant}.`,
  },
  'pt-BR': {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant}: recibo de ${amount}`,
      title: ({ merchant, amount }) => say`Você pagou ${amount} a ${merchant}`,
      help: ({ merchant }) => say`O pagamento a ${merchant} foi cobrado no seu cartão.`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant}: ${amount} devolvidos ao seu cartão`,
      title: ({ merchant, amount }) => say`${merchant} devolve ${amount} a você`,
      help: () => say`O dinheiro volta ao cartão com que você pagou em cerca de dez dias.`,
    },
    amount: 'Valor',
    date: 'Data',
    reference: 'Referência',
    why: ({ merchant, to }) => say`Você recebe este e-mail porque ${to} foi indicado para um pagamento com cartão a ${merchant}.`,
  },
  ja: {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant}：${amount} の領収のお知らせ`,
      title: ({ merchant, amount }) => say`${merchant} に ${amount} をお支払いいただきました`,
      help: ({ merchant }) => say`${merchant} へのお支払いがカードに請求されました。`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant}：${amount} をカードに返金しました`,
      title: ({ merchant, amount }) => say`${merchant} が ${amount} を返金します`,
      help: () => say`お支払いに使われたカードに、十日ほどで返金されます。`,
    },
    amount: '金額',
    date: '日付',
    reference: '照会番号',
    why: ({ merchant, to }) => say`${to} が ${merchant} へのカード支払いの連絡先として指定されたため、このメールをお送りしています。`,
  },
  'zh-CN': {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant}：${amount} 的收据`,
      title: ({ merchant, amount }) => say`您已向 ${merchant} 支付 ${amount}`,
      help: ({ merchant }) => say`您向 ${merchant} 的付款已从您的银行卡扣除。`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant}：${amount} 已退回您的银行卡`,
      title: ({ merchant, amount }) => say`${merchant} 向您退款 ${amount}`,
      help: () => say`款项将在十天左右退回您付款时使用的银行卡。`,
    },
    amount: '金额',
    date: '日期',
    reference: '参考号',
    why: ({ merchant, to }) => say`您收到本邮件，是因为 ${to} 被指定用于接收对 ${merchant} 的银行卡付款通知。`,
  },
  hi: {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant}: ${amount} की रसीद`,
      title: ({ merchant, amount }) => say`आपने ${merchant} को ${amount} का भुगतान किया`,
      help: ({ merchant }) => say`${merchant} को आपका भुगतान आपके कार्ड से लिया गया है।`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant}: ${amount} आपके कार्ड पर वापस`,
      title: ({ merchant, amount }) => say`${merchant} आपको ${amount} लौटा रहा है`,
      help: () => say`पैसा लगभग दस दिनों में उसी कार्ड पर लौटेगा जिससे आपने भुगतान किया था।`,
    },
    amount: 'राशि',
    date: 'तारीख़',
    reference: 'संदर्भ',
    why: ({ merchant, to }) => say`यह मेल आपको इसलिए मिला है कि ${merchant} को किए गए कार्ड भुगतान के लिए ${to} दिया गया था।`,
  },
  ar: {
    card_receipt: {
      subject: ({ merchant, amount }) => `${merchant}: إيصال بمبلغ ${amount}`,
      title: ({ merchant, amount }) => say`دفعتَ ${amount} إلى ${merchant}`,
      help: ({ merchant }) => say`خُصمت دفعتك إلى ${merchant} من بطاقتك.`,
    },
    card_refunded: {
      subject: ({ merchant, amount }) => `${merchant}: أُعيد ${amount} إلى بطاقتك`,
      title: ({ merchant, amount }) => say`يعيد ${merchant} إليك ${amount}`,
      help: () => say`يعود المال إلى البطاقة التي دفعت بها خلال عشرة أيام تقريبًا.`,
    },
    amount: 'المبلغ',
    date: 'التاريخ',
    reference: 'المرجع',
    why: ({ merchant, to }) => say`تصلك هذه الرسالة لأن ${to} ذُكر لدفعة بالبطاقة إلى ${merchant}.`,
  },
}
