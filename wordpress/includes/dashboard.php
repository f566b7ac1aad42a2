<?php
/**
 * A box on the dashboard: credit and latest messages, for users to whom the service shows them.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_action(
	'wp_dashboard_setup',
	function () {
		if ( connection() && may_see_dashboard() ) {
			wp_enqueue_script( 'tidings-dashboard', plugins_url( 'assets/dashboard.js', FILE ), array(), VERSION, true );
			wp_add_dashboard_widget( 'tidings_dashboard', __( 'Text messages', 'tidings' ), __NAMESPACE__ . '\\show_dashboard' );
		}
	}
);
add_action( 'wp_ajax_tidings_dashboard', __NAMESPACE__ . '\\serve_dashboard' );

/**
 * Whether the box has anything to show to this user.
 *
 * @return bool
 */
function may_see_dashboard() {
	return (bool) array_intersect( array( 'svc_setting', 'svc_outbox' ), capabilities_of( wp_get_current_user() ) );
}

/** The box; its contents are loaded once the dashboard is shown. */
function show_dashboard() {
	$url = wp_nonce_url( admin_url( 'admin-ajax.php?action=tidings_dashboard' ), 'tidings_dashboard' );
	echo '<div class="tidings-dashboard" aria-live="polite" aria-busy="true" data-url="' . esc_url( html_entity_decode( $url ) ) . '" data-fault="' . esc_attr__( 'This could not be loaded.', 'tidings' ) . '">'
		. '<p class="tidings-quiet">' . esc_html__( 'Loading…', 'tidings' ) . '</p></div>';
}

/** Its contents. */
function serve_dashboard() {
	check_ajax_referer( 'tidings_dashboard' );
	nocache_headers();
	header( 'Content-Type: text/html; charset=' . get_option( 'blog_charset' ) );
	if ( connection() && may_see_dashboard() ) {
		fill_dashboard();
	}
	exit;
}

/** Two seconds for each answer; if the one about the gateways does not come, nothing else is requested. */
function fill_dashboard() {
	// A call has just timed out.
	if ( (int) get_option( PAGES_WAIT ) > time() - SILENCE_SECONDS ) {
		show_apology( __( 'The Tidings service does not answer at the moment.', 'tidings' ) );
		return;
	}
	$held      = capabilities_of( wp_get_current_user() );
	$principal = principal_of( wp_get_current_user() );
	$options   = array( 'timeout' => 2 );
	$fault     = get_option( 'tidings_post_fault' );
	if ( $fault && current_user_can( 'manage_options' ) ) {
		echo '<p class="tidings-warning">' . esc_html( $fault ) . '</p>';
	}
	if ( in_array( 'svc_setting', $held, true ) ) {
		$answer = call_service( $principal, 'GET', '/gateways', null, $options );
		if ( 0 === $answer['status'] ) {
			show_apology( $answer['message'] );
			return;
		}
		$credit = data_of( ask_credit( $principal, 2 ) );
		$shown  = isset( $credit['credit'] ) ? amount( $credit['credit'] ) . ' ' . ( $credit['unit'] ?? '' ) : __( 'not known', 'tidings' );
		/* translators: %s: amount and unit */
		echo '<p class="tidings-credit">' . esc_html( sprintf( __( 'Credit: %s', 'tidings' ), $shown ) ) . '</p>';
		if ( is_sandboxed( $answer ) ) {
			echo '<p class="tidings-warning">' . esc_html( sandbox_warning() ) . '</p>';
		}
	}
	if ( in_array( 'svc_outbox', $held, true ) ) {
		$answer = call_service( $principal, 'GET', '/outbox?per_page=5', null, $options );
		if ( 200 !== $answer['status'] ) {
			show_apology( $answer['message'] );
			return;
		}
		show_messages( items_of( $answer ) );
	}
	echo '<p><a href="' . esc_url( console_url() ) . '">' . esc_html__( 'Open the console', 'tidings' ) . '</a></p>';
}

/**
 * Says that there is nothing to show at the moment.
 *
 * @param string $message Why.
 */
function show_apology( $message ) {
	echo '<p class="tidings-quiet">' . esc_html( $message ) . '</p>';
	if ( current_user_can( 'manage_options' ) ) {
		echo '<p><a href="' . esc_url( admin_url( 'options-general.php?page=tidings' ) ) . '">' . esc_html__( 'Check the connection', 'tidings' ) . '</a></p>';
	}
}

/**
 * The latest messages.
 *
 * @param array $items Of the service's log.
 */
function show_messages( $items ) {
	if ( ! $items ) {
		echo '<p class="tidings-quiet">' . esc_html__( 'No messages yet.', 'tidings' ) . '</p>';
		return;
	}
	$words = array(
		'success' => __( 'sent', 'tidings' ),
		'failed'  => __( 'failed', 'tidings' ),
		'pending' => __( 'on its way', 'tidings' ),
	);
	echo '<ul class="tidings-messages">';
	foreach ( $items as $item ) {
		$status = (string) ( $item['status'] ?? '' );
		$when   = strtotime( (string) ( $item['created_at'] ?? '' ) );
		/* translators: %s: how long ago, like "5 mins" */
		$ago = $when ? ' · ' . sprintf( __( '%s ago', 'tidings' ), human_time_diff( $when ) ) : '';
		echo '<li><span class="tidings-text">' . esc_html( wp_html_excerpt( (string) ( $item['message'] ?? '' ), 80, '…' ) ) . '</span>'
			. '<span class="tidings-meta">' . esc_html( in_sentence( $item['recipient'] ?? '' ) ) . ' · '
			. '<span class="tidings-status is-' . esc_attr( $status ) . '">' . esc_html( $words[ $status ] ?? $status ) . '</span>'
			. esc_html( $ago ) . '</span></li>';
	}
	echo '</ul>';
}
