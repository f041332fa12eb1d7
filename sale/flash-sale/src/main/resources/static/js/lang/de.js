// What buyers read, in German.

const seconds = (n) => (n === 1 ? "1 Sekunde" : `${n} Sekunden`);
const units = (n) => `${n} Stück`;
const later = (problem) => (problem.retryAfter ? ` Versuchen Sie es in ${seconds(problem.retryAfter)} wieder.` : " Versuchen Sie es noch einmal.");

export const problems = {
  "missing-key": () => "Der Anfrage fehlte ihr Schlüssel. Laden Sie die Seite neu.",
  unauthorized: () => "Dieses Token gilt hier nicht.",
  forbidden: () => "Mit diesem Token kann man nur zusehen, nichts ändern.",
  "payment-failed": () => "Die Zahlung wurde abgelehnt. Die Bestellung wartet weiter auf Sie: Zahlen Sie noch einmal.",
  "not-found": () => "Das gibt es hier nicht, oder es gehört jemand anderem.",
  "sold-out": () => "Im Moment ausverkauft. Was nicht bezahlt wird, kommt zurück: Bleiben Sie auf dieser Seite.",
  "limit-reached": () => "Sie haben schon so viele, wie eine Person haben darf.",
  "sale-not-started": (p, at) => (at ? `Zu früh. Der Verkauf beginnt am ${at}.` : "Zu früh. Der Verkauf hat noch nicht begonnen."),
  "sale-paused": (p) => `Der Verkauf ruht. Es wurde nichts gekauft.${later(p)}`,
  "order-over": () => "Die Bestellung war schon beendet. Falls gezahlt wurde, wird das Geld erstattet.",
  "sale-ended": () => "Der Verkauf ist vorbei.",
  "too-large": () => "Das war zu viel Text.",
  "key-reused": () => "Dieser Schlüssel gehört zu einem anderen Kauf. Es wurde nichts gekauft; drücken Sie noch einmal auf Kaufen.",
  "rate-limited": (p) => `Das war zu schnell. Es wurde nichts gekauft.${later(p)}`,
  overloaded: (p) => `Zu viele Käufer auf einmal. Es wurde nichts gekauft.${later(p)}`,
  "outcome-unknown": () => "Der Dienst konnte nicht rechtzeitig sagen, ob es geklappt hat.",
  unreachable: () => "Es kam keine Antwort.",
  "server-error": () => "Der Dienst gab keine brauchbare Antwort.",
};

export const saleStates = { SCHEDULED: "Bald", OPEN: "Offen", SOLD_OUT: "Ausverkauft", PAUSED: "Ruht", ENDED: "Vorbei" };

export const orderStates = {
  ACCEPTED: "Angenommen", AWAITING_PAYMENT: "Zu bezahlen", PAID: "Bezahlt", EXPIRED: "Verfallen", CANCELLED: "Storniert",
  FAILED: "Nicht möglich",
};

export const texts = {
  units,
  shop: "Laden", lab: "Labor", admin: "Verwaltung", serverTime: "Serverzeit", moreSales: "Weitere Verkäufe",
  yourOrders: "Ihre Bestellungen", noOrders: "Noch nichts gekauft.", buyingAs: "Sie kaufen als", newGuest: "neuer Gast",
  beSomebody: "Jemand anderes sein", change: "Wechseln",
  noSales: "Es gibt noch keine Verkäufe. Unter Verwaltung lässt sich einer anlegen.",
  old: (why) => `${why} Was Sie sehen, ist vielleicht alt; die Seite versucht es weiter.`,
  unanswered: "Der letzte Kauf blieb ohne Antwort.",
  opensAfter: (span) => `in ${span}`,
  left: (n) => `noch ${n}`,
  leftOf: (n, total) => `noch ${n} von ${units(total)}`,
  limit: (n) => `· höchstens ${n} pro Person`,
  moment: "Einen Moment …", askAgain: "Noch einmal fragen", buyNow: "Jetzt kaufen", notOpen: "Noch nicht offen", soldOut: "Ausverkauft",
  paused: "Ruht", over: "Vorbei",
  haveAll: (n) => (n === 1 ? "Sie haben Ihres" : `Sie haben Ihre ${n}`),
  buyMore: (n) => (n === 1 ? "Noch eines kaufen" : `Bis zu ${n} weitere kaufen`),
  opensIn: "Beginnt in", endsIn: "Endet in", saleOver: "Dieser Verkauf ist vorbei", pausedByOperator: "Vom Betreiber angehalten",
  pausedFor: (reason) => `Angehalten: ${reason}`,
  yours: "Es gehört Ihnen. Bezahlen Sie es unter „Ihre Bestellungen“.",
  notKnown: "Sie waren hier nicht mehr bekannt. Drücken Sie noch einmal auf Kaufen: Sie sind dann ein neuer Gast.",
  unsure: (text) => `${text} Ihr Kauf kann geklappt haben oder nicht; das ist kein Fehlschlag. Fragen Sie so oft nach, wie Sie möchten: Es `
    + "ist derselbe Kauf, zweimal kaufen können Sie dadurch nicht.",
  youAre: (user) => `Sie sind jetzt ${user}.`, noGuests: "Dieser Dienst nimmt keine Gäste an.",
  unitsLabel: "Stück", pay: (price) => `${price} zahlen`, cancel: "Stornieren", order: "Bestellung",
  beingWritten: (n) => `${units(n)} für Sie reserviert. Wird gerade festgehalten …`,
  certain: (n, span) => `${units(n)}, sicher. Zahlen Sie innerhalb von ${span}.`,
  payOver: "Die Zeit zum Zahlen ist um. Die Ware geht zurück in den Verkauf.",
  paid: (n, price) => `${units(n)} für ${price}. Vielen Dank.`,
  expired: "Nicht rechtzeitig bezahlt. Die Ware ist wieder im Verkauf.",
  cancelled: "Von Ihnen storniert. Die Ware ist wieder im Verkauf.",
  failed: "Die Bestellung ließ sich nicht festhalten. Es wurde nichts abgebucht, die Ware ist wieder im Verkauf.",
  payUnknown: "Die Zahlung kann geklappt haben oder nicht. Zahlen Sie noch einmal: Abgebucht wird einmal.",
  cancelUnknown: "Die Stornierung kann geklappt haben oder nicht. Stornieren Sie noch einmal, oder warten Sie.",
};
