import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: 'या यह खोलें:',
  sentFor: (product, merchant) => say`${product} ने ${merchant} की ओर से भेजा। कोई भी आपसे कभी आपका रिकवरी फ़्रेज़ नहीं माँगेगा।`,
  replies: (merchant) => say`कोई सवाल? इस मेल का जवाब दें: वह ${merchant} को मिलेगा।`,
  nameFirst: 'पहले एस्क्रो खोलें और धनवापसी के लिए अपना पता बताएँ: कहाँ भुगतान करना है, यह उसी से तय होता है, और पेज उसके बाद उसे दिखाता है।',
  refund: {
    subject: ({ merchant, amount }) => `${merchant} आपको ${amount} लौटा रहा है: किस पते पर भेजें?`,
    preheader: ({ coin }) => say`अपने ही ${coin} वॉलेट का पता दर्ज करें। लिंक केवल एक बार काम करता है।`,
    title: ({ amount }) => say`आपके ${amount} कहाँ भेजे जाएँ?`,
    reasons: {
      underpaid: ({ merchant }) => say`आपका भुगतान कीमत से कम था, इसलिए ${merchant} आपकी भेजी हुई राशि लौटा रहा है।`,
      late: ({ merchant }) => say`आपका भुगतान समय समाप्त होने के बाद पहुँचा, इसलिए ${merchant} आपकी भेजी हुई राशि लौटा रहा है।`,
      failed: ({ merchant }) => say`आपका भुगतान पूरा नहीं हो सका, इसलिए ${merchant} आपकी भेजी हुई राशि लौटा रहा है।`,
    },
    ask: 'भेजने वाले पते अक्सर एक्सचेंजों के होते हैं, इसलिए हम अंदाज़ा लगाने के बजाय आपसे पता पूछते हैं।',
    payment: 'भुगतान',
    youGet: 'आपको मिलेगा',
    lessNetworkFee: ({ amount }) => say`${amount}, नेटवर्क शुल्क घटाकर`,
    ourFee: 'हमारा शुल्क',
    none: 'कोई नहीं',
    paid: 'भुगतान का समय',
    paidAfter: (hours) => say`पता दर्ज करने के ${hours} बाद`,
    paidAtOnce: 'पता दर्ज करने के थोड़ी देर बाद',
    worksUntil: 'लिंक की वैधता',
    button: 'पता दर्ज करें',
    warning: ({ coin }) => say`केवल ${coin}, केवल आपका अपना वॉलेट`,
    consequence: 'गलत पते पर भेजी गई राशि वापस नहीं लाई जा सकती। पुष्टि से पहले पेज पता फिर से दिखाता है; पुष्टि केवल एक बार होती है।',
    isKey: ({ merchant }) =>
      say`यह लिंक आपकी चाबी है: जिसके पास यह है, वही तय करता है कि पैसा कहाँ जाए। यह मेल किसी को न भेजें, ${merchant} को भी नहीं।`,
    why: ({ merchant, to }) => say`यह मेल आपको इसलिए मिला है कि ${merchant} को किए गए भुगतान की वापसी के लिए ${to} दिया गया था।`,
  },
}
