// What buyers read, in Chinese.

const units = (n) => `${n} 件`;
const later = (problem) => (problem.retryAfter ? `请在 ${problem.retryAfter} 秒后重试。` : "请重试。");

export const problems = {
  "missing-key": () => "请求缺少标识。请重新加载本页。",
  unauthorized: () => "此令牌在这里无效。",
  forbidden: () => "此令牌只能查看，不能更改。",
  "payment-failed": () => "付款被拒绝。订单仍为您保留，请再次付款。",
  "not-found": () => "这里没有该内容，或者它属于他人。",
  "sold-out": () => "暂时售罄。未付款的订单会退回库存，请留在本页。",
  "limit-reached": () => "您已达到每人限购数量。",
  "sale-not-started": (p, at) => (at ? `还没开始。开售时间：${at}。` : "还没开始。"),
  "sale-paused": (p) => `销售暂停，没有购买成功。${later(p)}`,
  "order-over": () => "订单已经结束。如已扣款，将会退款。",
  "sale-ended": () => "销售已结束。",
  "too-large": () => "内容太长。",
  "key-reused": () => "该标识已用于另一次购买。没有购买成功，请再次点击购买。",
  "rate-limited": (p) => `操作太快，没有购买成功。${later(p)}`,
  overloaded: (p) => `购买人数过多，没有购买成功。${later(p)}`,
  "outcome-unknown": () => "服务未能及时确认结果。",
  unreachable: () => "没有收到答复。",
  "server-error": () => "服务没有给出有效答复。",
};

export const saleStates = { SCHEDULED: "即将开始", OPEN: "销售中", SOLD_OUT: "售罄", PAUSED: "暂停", ENDED: "已结束" };

export const orderStates = {
  ACCEPTED: "已接受", AWAITING_PAYMENT: "待付款", PAID: "已付款", EXPIRED: "已过期", CANCELLED: "已取消", FAILED: "无法完成",
};

export const texts = {
  units,
  shop: "商店", lab: "实验室", admin: "管理", serverTime: "服务器时间", moreSales: "其他销售", yourOrders: "您的订单",
  noOrders: "还没有购买。", buyingAs: "购买身份：", newGuest: "新访客", beSomebody: "换一个身份", change: "更换",
  noSales: "还没有销售。管理员可以在“管理”中创建。",
  old: (why) => `${why}您看到的内容可能已过时，本页会继续尝试。`,
  unanswered: "上一次购买没有收到答复。",
  opensAfter: (span) => `${span} 后`,
  left: (n) => `剩余 ${n}`,
  leftOf: (n, total) => `共 ${units(total)}，剩余 ${n}`,
  limit: (n) => `· 每人限购 ${n} 件`,
  moment: "请稍候……", askAgain: "再次查询", buyNow: "立即购买", notOpen: "尚未开始", soldOut: "售罄", paused: "暂停", over: "已结束",
  haveAll: (n) => `您已购满 ${n} 件`,
  buyMore: (n) => `还可购买 ${n} 件`,
  opensIn: "距开始", endsIn: "距结束", saleOver: "本次销售已结束", pausedByOperator: "已由管理员暂停",
  pausedFor: (reason) => `暂停：${reason}`,
  yours: "购买成功。请在“您的订单”中付款。",
  notKnown: "这里已不认识您的身份。请再次点击购买，您将成为新访客。",
  unsure: (text) => `${text}您的订单可能成功，也可能没有，这不代表失败。您可以随时再次查询：这是同一次购买，不会重复下单。`,
  youAre: (user) => `您现在是 ${user}。`, noGuests: "本服务不接受访客。",
  unitsLabel: "数量", pay: (price) => `支付 ${price}`, cancel: "取消", order: "订单",
  beingWritten: (n) => `已为您保留 ${units(n)}，正在登记……`,
  certain: (n, span) => `${units(n)}，已确认。请在 ${span} 内付款。`,
  payOver: "付款时间已过，商品将重新销售。",
  paid: (n, price) => `${units(n)}，${price}。谢谢。`,
  expired: "未按时付款，商品已重新销售。",
  cancelled: "您已取消，商品已重新销售。",
  failed: "订单无法登记。没有扣款，商品已重新销售。",
  payUnknown: "付款可能成功，也可能没有。请再次付款，只会扣款一次。",
  cancelUnknown: "取消可能成功，也可能没有。请再次取消，或稍候。",
};
