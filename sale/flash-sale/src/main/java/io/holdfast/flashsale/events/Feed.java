package io.holdfast.flashsale.events;

/** Something that changes and can be followed. */
@FunctionalInterface
public interface Feed {

  /** How it is now. Whatever it throws, it is asked again later. */
  Moment look();

  /**
   * How it was at one moment.
   *
   * @param sameness equal to that of another moment if followers would see no difference
   * @param json what they are sent
   * @param isLast whether nothing will change any more
   */
  record Moment(Object sameness, String json, boolean isLast) {}
}
