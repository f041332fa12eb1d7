package io.holdfast.flashsale.demo.instance;

import jakarta.annotation.PreDestroy;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What the tutorials do: the stock is a number in Redis, and a Redisson lock around reading it and writing it back
 * keeps buyers apart. For the speed run to compare with; only with {@code demo.tutorial-lock=true}.
 */
@RestController
@ConditionalOnProperty("demo.tutorial-lock")
class TutorialLock {

  private final RedissonClient redisson;
  private final StringRedisTemplate redis;

  TutorialLock(StringRedisTemplate redis, Environment environment) {
    this.redis = redis;
    Config config = new Config();
    config.useSingleServer().setAddress(environment.getRequiredProperty("spring.data.redis.url"));
    this.redisson = Redisson.create(config);
  }

  @PostMapping("/demo/tutorial/{sale}/orders")
  ResponseEntity<String> buy(@PathVariable String sale) {
    RLock lock = redisson.getLock("tutorial:lock:" + sale);
    lock.lock();
    try {
      String stock = redis.opsForValue().get("tutorial:stock:" + sale);
      int left = stock == null ? 0 : Integer.parseInt(stock);
      if (left <= 0) {
        return ResponseEntity.status(409).body("sold out");
      }
      redis.opsForValue().set("tutorial:stock:" + sale, Integer.toString(left - 1));
      return ResponseEntity.ok("left: " + (left - 1));
    } finally {
      lock.unlock();
    }
  }

  @PreDestroy
  void close() {
    redisson.shutdown();
  }
}
