<?php
/**
 * A text to subscribers when a post is published: off by default, and only once for each post.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/**
 * Post meta: a text about the post was sent; its message and the time. It stays if the post is unpublished and
 * published again.
 */
const TEXTED = '_tidings_texted';

/** Attempts after the first, five minutes apart; all with the same Idempotency-Key. */
const TEXT_TRIES = 5;

/** The service keeps the key for a day. Cron may run later than that, and then a second text would be sent. */
const KEY_HOLDS_SECONDS = 20 * HOUR_IN_SECONDS;

// Not when the status changes: categories, which may be part of the link, are stored after that.
add_action( 'wp_after_insert_post', __NAMESPACE__ . '\\post_saved', 10, 4 );
add_action( 'tidings_text_post', __NAMESPACE__ . '\\text_post', 10, 3 );

/**
 * The settings of the screen.
 *
 * @return array Keys `enabled`, `groups`, `template`.
 */
function post_settings() {
	return (array) get_option( 'tidings_posts' ) + array(
		'enabled'  => false,
		'groups'   => array(),
		'template' => '{title} {link}',
	);
}

/**
 * Only a draft that becomes public. A post that is public from the start was not written here: importers and programs
 * create such posts, by the thousand.
 *
 * @param int           $post_id Number of the post.
 * @param \WP_Post      $post    Post.
 * @param bool          $update  Whether it was there before.
 * @param \WP_Post|null $before  As it was.
 */
function post_saved( $post_id, $post, $update, $before ) {
	if ( ! $before || ! in_array( $before->post_status, array( 'draft', 'auto-draft', 'pending', 'future' ), true )
		|| 'publish' !== $post->post_status || 'post' !== $post->post_type || '' !== $post->post_password
		|| ( defined( 'WP_IMPORTING' ) && WP_IMPORTING ) || ! post_settings()['enabled'] || ! connection() || is_copy()
		|| get_post_meta( $post_id, NOT_TEXTED, true ) ) {
		return;
	}
	$mark = (string) get_post_meta( $post_id, TEXTED, true );
	if ( '' !== $mark && ! was_texted( $post_id ) ) {
		// Another post's mark; only that one is removed, because this very post may be published at the same moment.
		delete_post_meta( $post_id, TEXTED, $mark );
	}
	if ( add_post_meta( $post_id, TEXTED, $post_id . ':' . time(), true ) ) {
		text_post( $post->ID, 0 );
	}
}

/**
 * Whether a text about the post was sent. Plugins that duplicate a post duplicate its mark: the mark of another post
 * does not count.
 *
 * @param int $post_id Post.
 * @return bool
 */
function was_texted( $post_id ) {
	$mark = (string) get_post_meta( $post_id, TEXTED, true );
	return '' !== $mark && ( ! preg_match( '/^(\d+):/', $mark, $of ) || (int) $of[1] === (int) $post_id );
}

/**
 * Requests the text to the groups from the service.
 *
 * @param int         $post_id Post.
 * @param int         $tries   Tries before this one.
 * @param string|null $call    The call of the first attempt, in JSON. It is repeated unchanged: with another title under
 *                             the same key, the service could not say what became of it.
 */
function text_post( $post_id, $tries, $call = null ) {
	$post     = get_post( $post_id );
	$settings = post_settings();
	if ( ! $post || 'publish' !== $post->post_status || '' !== $post->post_password || ! $settings['enabled'] || is_copy() ) {
		return;
	}
	$since = (int) substr( strrchr( ':' . get_post_meta( $post_id, TEXTED, true ), ':' ), 1 );
	if ( time() - $since > KEY_HOLDS_SECONDS ) {
		return;
	}
	$call   = is_string( $call ) ? json_decode( $call, true ) : post_call( $post, $settings );
	$answer = call_service(
		site_principal( 'svc_sendsms' ),
		'POST',
		'/send',
		$call,
		array(
			'key'  => 'wordpress-post-' . $post_id,
			// The person who publishes waits for the first attempt.
			'page' => 0 === $tries,
		)
	);
	if ( $answer['status'] >= 200 && $answer['status'] < 300 ) {
		delete_option( 'tidings_post_fault' );
		return;
	}
	$again = ( 0 === $answer['status'] || $answer['status'] >= 500 || 429 === $answer['status'] ) && $tries < TEXT_TRIES;
	// The tables of an old site store no emoji: JSON has letters of ASCII alone, and the sentence is HTML.
	if ( $again ) {
		wp_schedule_single_event( time() + 5 * MINUTE_IN_SECONDS, 'tidings_text_post', array( $post_id, $tries + 1, wp_json_encode( $call ) ) );
	}
	/* translators: 1: title of a post, 2: reason */
	$fault = sprintf( __( 'The text about “%1$s” was not sent: %2$s', 'tidings' ), plain_text( get_the_title( $post ) ), $answer['message'] ) . ( $again ? ' ' . __( 'It is tried again in five minutes.', 'tidings' ) : '' );
	update_option( 'tidings_post_fault', wp_encode_emoji( $fault ), false );
}

/**
 * The call that sends the text.
 *
 * @param \WP_Post $post     Post.
 * @param array    $settings See post_settings().
 * @return array Fields of the call.
 */
function post_call( $post, $settings ) {
	return array(
		'recipients' => 'subscribers',
		'group_ids'  => $settings['groups'],
		'category'   => 'marketing',
		'message'    => strtr(
			$settings['template'],
			array(
				'{title}' => plain_text( get_the_title( $post ) ),
				'{link}'  => get_permalink( $post ),
				'{site}'  => plain_text( get_bloginfo( 'name' ) ),
			)
		),
	);
}

/**
 * A text without markup.
 *
 * @param string $text As WordPress shows it.
 * @return string
 */
function plain_text( $text ) {
	return trim( html_entity_decode( wp_strip_all_tags( $text ), ENT_QUOTES, 'UTF-8' ) );
}
