package io.holdfast.verification.fair;

/** What goes between a client and the server. */
final class Wire {

  private Wire() {}

  /**
   * A request.
   *
   * @param isJoin else a release
   * @param join which one of its wait
   * @param sentMillis when
   */
  record Request(int client, boolean isJoin, int number, int join, long sentMillis) {}

  /**
   * Its reply.
   *
   * @param stamp of a grant, 0 for a refusal, -1 if there is none
   */
  record Reply(Request to, long stamp) {}

  /** A grant that was published. */
  record Grant(long stamp, int number, int join) {

    static Grant of(String text) {
      String[] parts = text.substring(1).split("[ .]", -1);
      return new Grant(
          Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }
  }
}
