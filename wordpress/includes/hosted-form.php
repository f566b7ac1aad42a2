<?php
/**
 * Forms that were made in the console, as the service describes them, and what a visitor submits. The service decides
 * what is shown next; it answers in the same way for every number.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Option: what the service returned for each form, and until when that is fresh. */
const HOSTED_FORMS = 'tidings_forms';

/** Seconds for which a form is not requested again. */
const HOSTED_FORM_SECONDS = 60;

add_action( 'template_redirect', __NAMESPACE__ . '\\take_hosted_form', 0 );

/**
 * Whether a form can have this slug.
 *
 * @param string $slug Anything.
 * @return bool
 */
function is_form_slug( $slug ) {
	return is_string( $slug ) && strlen( $slug ) <= 60 && 1 === preg_match( '/^[a-z0-9]+(?:-[a-z0-9]+)*$/D', $slug );
}

/**
 * The site's origin, as the console lists it: scheme and host of its pages.
 *
 * @return string
 */
function site_origin() {
	$parts = wp_parse_url( home_url() );
	return strtolower( ( $parts['scheme'] ?? 'https' ) . '://' . ( $parts['host'] ?? '' ) ) . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
}

/**
 * A form in its first state. It is read once a minute at most; while one visitor waits for the service, the others get
 * what was read before; it is also used while the service is down.
 *
 * @param string $slug  See is_form_slug().
 * @param bool   $fresh True for editors: they see what they have just changed.
 * @return array Keys `view` (see clean_view(); null: there is nothing to show) and `why` ('' where all is well; gone,
 *               closed, refused, away, old).
 */
function hosted_form( $slug, $fresh ) {
	$kept  = kept_forms();
	$known = $kept[ $slug ] ?? array(
		'view'  => null,
		'why'   => 'away',
		'until' => 0,
	);
	if ( ! $fresh && $known['until'] > time() ) {
		return $known;
	}
	keep_form( $slug, array( 'until' => time() + 15 ) + $known );
	$found = read_hosted_form(
		call_service(
			site_principal( 'svc_subscribers' ),
			'GET',
			'/forms/' . rawurlencode( $slug ) . '/page?origin=' . rawurlencode( site_origin() ),
			null,
			array(
				'timeout' => 2,
				'page'    => true,
			)
		)
	);
	if ( 'away' === $found['why'] ) {
		return array( 'why' => 'away' ) + $known;
	}
	keep_form( $slug, $found + array( 'until' => time() + HOSTED_FORM_SECONDS ) );
	return $found;
}

/**
 * What the service returned for a form.
 *
 * @param array $answer Of call_service().
 * @return array Keys `view` and `why`.
 */
function read_hosted_form( $answer ) {
	$view = 200 === $answer['status'] ? clean_view( $answer['body']['data'] ?? null ) : null;
	$why  = 'away';
	if ( null !== $view ) {
		$why = in_array( $view['kind'], array( 'closed', 'refused' ), true ) ? $view['kind'] : '';
	} elseif ( 404 === $answer['status'] ) {
		$why = 'not_found' === ( $answer['body']['code'] ?? '' ) ? 'gone' : 'old';
	}
	return array(
		'view' => 'refused' === $why ? null : $view,
		'why'  => $why,
	);
}

/**
 * The forms that were read, by slug.
 *
 * @return array[]
 */
function kept_forms() {
	$kept = get_option( HOSTED_FORMS );
	return is_array( $kept ) ? $kept : array();
}

/**
 * Stores a form, or removes it. A site has few forms: if there are many, the oldest are removed.
 *
 * @param string     $slug Name.
 * @param array|null $form Keys `view`, `why`, `until`.
 */
function keep_form( $slug, $form ) {
	$kept = kept_forms();
	unset( $kept[ $slug ] );
	if ( null !== $form ) {
		$kept[ $slug ] = $form;
	}
	update_option( HOSTED_FORMS, array_slice( $kept, -20, null, true ), false );
}

/**
 * The result of the form that this request submitted.
 *
 * @param string     $slug   Name of a form.
 * @param array|null $result To be remembered; null reads.
 * @return array|null Keys `view`, `values` and `fault`; null where none came.
 */
function hosted_result( $slug, $result = null ) {
	static $results = array();
	if ( null !== $result ) {
		$results[ $slug ] = $result;
	}
	return $results[ $slug ] ?? null;
}

/** Handles a submitted form on any page. Without a nonce: see seal_offer(); and the form is open to everyone. */
function take_hosted_form() {
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- see above.
	if ( ! isset( $_POST['tidings_form'], $_POST['tidings_step'] ) ) {
		return;
	}
	$slug = posted( 'tidings_form' );
	$step = posted( 'tidings_step' );
	if ( ! is_form_slug( $slug ) || ! in_array( $step, array( 'form', 'code' ), true ) ) {
		return;
	}
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- in clean_values().
	$values = clean_values( isset( $_POST['tidings_value'] ) ? wp_unslash( $_POST['tidings_value'] ) : array() );
	nocache_headers();
	hosted_result( $slug, 'code' === $step ? send_hosted_code( $slug, $values ) : send_hosted_form( $slug, $values ) );
	// phpcs:enable
}

/**
 * What a visitor typed, as text. It is not changed otherwise, because the service compares choices exactly; everything
 * is escaped where it is shown.
 *
 * @param mixed $given Anything.
 * @return array Texts by name; `group` is a list of numbers.
 */
function clean_values( $given ) {
	$values = array( 'group' => array() );
	foreach ( is_array( $given ) ? array_slice( $given, 0, 40, true ) : array() as $name => $value ) {
		if ( 'group' === $name ) {
			$values['group'] = is_array( $value ) ? wp_parse_id_list( array_filter( $value, 'is_scalar' ) ) : array();
		} elseif ( is_string( $value ) && preg_match( '/^[A-Za-z][\w-]{0,70}$/D', (string) $name ) ) {
			$values[ $name ] = mb_substr( str_replace( "\0", '', wp_check_invalid_utf8( $value ) ), 0, 1500 );
		}
	}
	return $values;
}

/**
 * The first step: the form that was filled in.
 *
 * @param string $slug   Name.
 * @param array  $values See clean_values().
 * @return array See hosted_result().
 */
function send_hosted_form( $slug, $values ) {
	$fields = array();
	foreach ( $values as $name => $value ) {
		if ( 0 === strpos( $name, 'field_' ) ) {
			$fields[ substr( $name, 6 ) ] = $value;
		}
	}
	$given = array(
		'name'   => $values['name'] ?? '',
		'mobile' => $values['number'] ?? '',
		'groups' => $values['group'],
		'fields' => $fields,
	);
	/** This filter is documented in includes/subscribe.php */
	$refusal = apply_filters( 'tidings_form_fault', null, $given );
	if ( is_string( $refusal ) ) {
		return hosted_fault( null, $values, $refusal );
	}
	if ( too_many_tries( true ) ) {
		return hosted_fault( null, $values, __( 'Too many attempts. Please wait a few minutes.', 'tidings' ) );
	}
	$clean = clean_phone( $given['mobile'] );
	$body  = array(
		'version' => $values['version'] ?? '',
		// The service also reads national numbers of its country.
		'number'  => $clean ? $clean : mb_substr( $given['mobile'], 0, 100 ),
		'name'    => mb_substr( $given['name'], 0, 500 ),
		'group'   => $values['group'],
		'consent' => '' !== ( $values['consent'] ?? '' ),
		'trap'    => $values['website'] ?? '',
	);
	return hosted_step( $slug, '/page', $body + ( $fields ? array( 'fields' => $fields ) : array() ), $values, null );
}

/**
 * The second step: the code from the text message.
 *
 * @param string $slug   Name.
 * @param array  $values See clean_values().
 * @return array See hosted_result().
 */
function send_hosted_code( $slug, $values ) {
	$sealed = mb_substr( $values['sealed'] ?? '', 0, 400 );
	// If there is no answer, the site asks for the code again in its own words.
	$again = clean_view(
		array(
			'kind'   => 'code',
			'hidden' => array( 'sealed' => $sealed ),
			'label'  => __( 'Code from the text message', 'tidings' ),
			'button' => __( 'Confirm', 'tidings' ),
			'again'  => __( 'Start again', 'tidings' ),
		)
	);
	if ( too_many_tries( false ) ) {
		return hosted_fault( $again, $values, __( 'Too many attempts. Please wait a few minutes.', 'tidings' ) );
	}
	$body = array(
		'sealed' => '' === $sealed ? '-' : $sealed,
		'code'   => mb_substr( preg_replace( '/\s+/', '', $values['code'] ?? '' ), 0, 40 ),
	);
	return hosted_step( $slug, '/page/confirm', $body, $values, $again );
}

/**
 * One call about a form.
 *
 * @param string     $slug   Name.
 * @param string     $path   Below the form.
 * @param array      $body   Fields of the call.
 * @param array      $values See clean_values().
 * @param array|null $again  What is shown where no answer comes; null: the form.
 * @return array See hosted_result().
 */
function hosted_step( $slug, $path, $body, $values, $again ) {
	$answer = call_service( site_principal( 'svc_subscribers' ), 'POST', '/forms/' . rawurlencode( $slug ) . $path, $body + array( 'origin' => site_origin() ) );
	$found  = read_hosted_form( $answer );
	if ( null === $found['view'] ) {
		return hosted_fault( $again, $values, __( 'Subscribing does not work at the moment. Please try again later.', 'tidings' ) );
	}
	if ( 'closed' === $found['why'] || '' !== $found['view']['notice'] ) {
		// The form was changed since it was read.
		keep_form( $slug, null );
	}
	return hosted_fault( $found['view'], $values, '' );
}

/**
 * A result.
 *
 * @param array|null $view   What is shown; null: the form as it is shown first.
 * @param array      $values What was typed.
 * @param string     $fault  Sentence for the visitor.
 * @return array See hosted_result().
 */
function hosted_fault( $view, $values, $fault ) {
	return array(
		'view'   => $view,
		'values' => $values,
		'fault'  => $fault,
	);
}
