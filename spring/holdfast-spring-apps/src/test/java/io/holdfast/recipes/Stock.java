package io.holdfast.recipes;

import io.holdfast.spring.locked.Locked;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;

@Service
class Stock {

  private final StringRedisTemplate redis;

  Stock(StringRedisTemplate redis) {
    this.redis = redis;
  }

  @Locked("'stock:' + #sku") // one at a time for each sku, in all instances
  public boolean take(String sku) {
    String left = redis.opsForValue().get("left:" + sku);
    if (left == null || left.equals("0")) {
      return false;
    }
    redis.opsForValue().set("left:" + sku, Integer.toString(Integer.parseInt(left) - 1));
    return true;
  }
}
